// Light, dark, or as the system has it. What is chosen is kept where the browser allows it.

function chooseTheme() {
  const key = "report-theme";
  const apply = (theme) => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  let theme = "auto";
  try { theme = localStorage.getItem(key) ?? theme; } catch { /* a file's storage may be closed */ }
  apply(theme);
  choice(byId("theme"), "Theme", [["auto", "Auto"], ["light", "Light"], ["dark", "Dark"]], theme, (chosen) => {
    apply(chosen);
    try { localStorage.setItem(key, chosen); } catch { /* then it is for this time only */ }
  });
}
