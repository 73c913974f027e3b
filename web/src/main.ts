import "./style.css";

document.documentElement.classList.add("scripted");
