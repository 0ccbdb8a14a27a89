// Before textual.js makes its terminal: where its line is. And the keyboard goes where the learner looks.
"use strict";

addEventListener("DOMContentLoaded", () => {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const line = `${scheme}//${location.host}${location.pathname}line`;
  document.getElementById("terminal").dataset.sessionWebsocketUrl = line;

  const again = document.getElementById("again");
  again.addEventListener("click", () => location.reload());

  new MutationObserver(() => {
    const state = document.body.classList;
    if (state.contains("-closed")) again.focus();
    else if (state.contains("-first-byte")) document.querySelector(".xterm-helper-textarea")?.focus();
  }).observe(document.body, { attributes: true, attributeFilter: ["class"] });
});
