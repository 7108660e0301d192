// What is shown, to take along: as CSV, as SVG, as a link.

// What a view gives as rows, if it is not its tables.
const rowsOfView = new Map();
const offer = (view, rows) => rowsOfView.set(view, rows);

function takeAlong() {
  for (const section of document.querySelectorAll(".view")) {
    const said = el("span", { class: "muted", role: "status" });
    const rows = () => csvOf((rowsOfView.get(section.id) ?? (() => tablesOf(section)))());
    const button = (name, text, onclick) => el("button", { type: "button", "data-take": name, onclick: () => {
      said.textContent = "";
      Promise.resolve(onclick()).then((words) => { said.textContent = words; }, (error) => { said.textContent = error.message; });
    } }, text);
    section.querySelector("h2").after(el("div", { class: "take" },
      button("link", "Copy link", () => copy(linkTo(section.id), "Link copied")),
      button("svg", "Save SVG", () => download(`${section.id}.svg`, "image/svg+xml", pictureOf(section))),
      button("csv", "Save CSV", () => download(`${section.id}.csv`, "text/csv", rows())),
      button("copy", "Copy CSV", () => copy(rows(), "Copied")), said));
  }
}

const linkTo = (view) => location.href.split("#")[0] + tabOf(view).getAttribute("href");

function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
  return `${name} saved`;
}

async function copy(text, words) {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return words;
    } catch { /* not allowed: the old way */ }
  }
  const area = el("textarea", { class: "unseen" });
  area.value = text;
  document.body.append(area);
  area.select();
  const isDone = document.execCommand("copy");
  area.remove();
  if (!isDone) throw new Error("The browser does not let this page copy.");
  return words;
}
