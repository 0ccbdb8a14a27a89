// Before textual.js makes its terminal: where its line is. And the keyboard goes where the learner looks.
"use strict";

const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const answered = () => fetch(location.href, { cache: "no-store" }).then(() => true, () => false);

addEventListener("DOMContentLoaded", () => {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const line = `${scheme}//${location.host}${location.pathname}line`;
  document.getElementById("terminal").dataset.sessionWebsocketUrl = line;

  const state = document.body.classList;
  const again = document.getElementById("again");
  again.addEventListener("click", () => location.reload());

  // A server that answers has ended the session; one that does not may come back.
  const closed = async () => {
    await later(300);
    if (await answered()) {
      state.add("-ended");
      again.focus();
      return;
    }
    state.add("-waiting");
    do await later(2000); while (!(await answered()));
    location.reload();
  };

  const observer = new MutationObserver(() => {
    if (state.contains("-closed")) {
      observer.disconnect();
      closed();
    } else if (state.contains("-first-byte")) document.querySelector(".xterm-helper-textarea")?.focus();
  });
  observer.observe(document.body, { attributes: true, attributeFilter: ["class"] });
});
