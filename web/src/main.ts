import "./style/base.css";
import "./style/frame.css";
import "./style/map.css";
import "./style/table.css";
import "./style/plain.css";
import "./style/paris.css";
import "./style/rail-panels.css";
import "./style/rail-sale.css";
import "./style/rail-market.css";
import "./style/g1848.css";
import "./style/g1853.css";
import "./style/rail-charts.css";
import "./style/pages.css";
import "./style/seats.css";
import "./style/rail-map.css";
import "./style/rail-ground.css";
import "./style/rail-track.css";
import "./style/revolution.css";
import "./style/revolution-now.css";
import "./style/revolution-boards.css";
import "./style/revolution-map.css";

import { startBoard } from "./board";
import { startDevices } from "./devices";
import { startForms } from "./forms";
import { startHistory } from "./history";
import { startJoin } from "./join";
import { startKeys } from "./keys";
import { startLive } from "./live";
import { startLobby } from "./lobby";
import { startMap } from "./map";
import { startMessages } from "./message";
import { startPick } from "./pick";
import { startRail } from "./rail/start";
import { startRevolution } from "./revolution";
import { startShare } from "./share";
import { startTheme } from "./theme";

startTheme();
startMessages();
startKeys();

switch (document.body.dataset["page"]) {
  case "lobby":
    startLobby();
    startDevices();
    break;
  case "join":
    startJoin();
    break;
  case "table":
    startBoard();
    startPick();
    startMap();
    startRail();
    startRevolution();
    startForms();
    startShare();
    startLive();
    break;
  case "history":
    startPick();
    startMap();
    startRail();
    startRevolution();
    startForms();
    startHistory();
    break;
}
document.documentElement.classList.add("scripted");
