import "./style/base.css";
import "./style/frame.css";
import "./style/map.css";
import "./style/table.css";
import "./style/plain.css";
import "./style/paris.css";
import "./style/rail-panels.css";
import "./style/rail-sale.css";
import "./style/rail-side.css";
import "./style/rail-market.css";
import "./style/g1848.css";
import "./style/g1853.css";
import "./style/rail-charts.css";
import "./style/pages.css";
import "./style/past.css";
import "./style/seats.css";
import "./style/lobby.css";
import "./style/guide.css";
import "./style/reading.css";
import "./style/sketches.css";
import "./style/rail-map.css";
import "./style/rail-ground.css";
import "./style/rail-track.css";
import "./style/rail-worth.css";
import "./style/plan.css";
import "./style/revolution.css";
import "./style/revolution-now.css";
import "./style/revolution-boards.css";
import "./style/revolution-map.css";
import "./style/cockpit-bar.css";
import "./style/boards.css";
import "./style/cockpit.css";
import "./style/cockpit-phone.css";
import "./style/rail-cockpit.css";
import "./style/log.css";
import "./style/desk.css";
import "./style/show.css";
import "./style/clock.css";
import "./style/hints.css";
import "./style/palettes.css";
import "./style/forced.css";

import { act, refresh, startBoard } from "./board";
import { startBranch } from "./branch";
import { startCharts } from "./charts";
import { startClock } from "./clock";
import { startCockpit } from "./cockpit";
import { startNotes } from "./desk/notes";
import { startOrders } from "./desk/orders";
import { startRecord } from "./desk/record";
import { startTalk } from "./desk/talk";
import { startDevices } from "./devices";
import { startForms } from "./forms";
import { startGuide } from "./guide";
import { startHints } from "./hints";
import { startHistory } from "./history";
import { startJoin } from "./join";
import { startKeys } from "./keys";
import { startLive } from "./live";
import { startLobby } from "./lobby";
import { startLog } from "./log";
import { startMap } from "./map";
import { startMessages } from "./message";
import { startNotify } from "./notify";
import { startOffers } from "./offer_buttons";
import { startPalette } from "./palette";
import { startPick } from "./pick";
import { startPrices } from "./prices";
import { drawPlan, startPlan } from "./rail/plan";
import { startRail } from "./rail/start";
import { startRuns } from "./ran";
import { startReading } from "./reading";
import { startRevolution } from "./revolution";
import { startRove } from "./rove";
import { startScrollers } from "./scrollers";
import { startShare } from "./share";
import { startMotion } from "./show/motion";
import { startSettings } from "./show/settings";
import { startTheme } from "./theme";

startTheme();
startPalette();
startMessages();
startKeys();
startRove();
startScrollers();
startNotify();

switch (document.body.dataset["page"]) {
  case "lobby":
    startLobby();
    startDevices();
    break;
  case "rules":
  case "summary":
    startReading();
    break;
  case "join":
    startJoin();
    break;
  case "table":
    startBoard();
    startOffers(act);
    startCockpit();
    startPick();
    startMap();
    startRail(refresh);
    startRevolution();
    startForms();
    startPrices();
    startShare();
    startGuide();
    startLog();
    startBranch();
    startRuns();
    startCharts();
    startTalk();
    startRecord();
    startNotes();
    startOrders();
    startMotion();
    startSettings(refresh);
    startClock();
    startHints();
    startLive();
    break;
  case "plan":
    startRail(drawPlan);
    startPlan();
    break;
  case "charts":
    startCharts();
    break;
  case "history":
    startCockpit();
    startPick();
    startMap();
    startRail();
    startRevolution();
    startForms();
    startHistory();
    startMotion();
    startSettings();
    startLog();
    break;
}
document.documentElement.classList.add("scripted");
document.body.dataset["ready"] = ""; // every button of the page listens now
