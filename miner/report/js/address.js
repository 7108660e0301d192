// What is looked at, in the address: #view?name=value&name=value. So Back works, and a view can be shared.

const followers = new Map();

function addressNow() {
  const [view, rest = ""] = location.hash.slice(1).split("?");
  return { view, values: new URLSearchParams(rest) };
}

const tabOf = (view) => document.querySelector(`.tabs a[data-view="${CSS.escape(view)}"]`);

// A view's state, all of it text; what differs from the defaults stands in the address. `draw` shows it. `set` changes
// it, as a step that Back undoes unless it is one of many, as letters that are typed.
function kept(view, defaults, draw) {
  const state = { ...defaults };
  followers.set(view, (values) => {
    for (const name of Object.keys(defaults)) state[name] = values.get(name) ?? defaults[name];
    draw();
  });
  return {
    state,
    set(changes, isStep = true) {
      Object.assign(state, changes);
      const told = Object.entries(state).filter(([name, value]) => value !== defaults[name])
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
      const hash = `#${view}${told && `?${told}`}`;
      tabOf(view).setAttribute("href", hash);
      if (hash !== location.hash) history[isStep ? "pushState" : "replaceState"](null, "", hash);
      draw();
    },
  };
}

// One view at a time, by the address; all of them on paper.
function showViews() {
  const views = [...document.querySelectorAll(".view")];
  const links = [...document.querySelectorAll(".tabs a")];
  for (const link of links) link.dataset.view = link.hash.slice(1);
  let last = null;
  document.documentElement.dataset.scripted = "true";
  const show = () => {
    const { view: wanted, values } = addressNow();
    const chosen = views.some(({ id }) => id === wanted) ? wanted : views[0].id;
    for (const view of views) view.hidden = view.id !== chosen;
    for (const link of links) {
      if (link.dataset.view === chosen) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    tip.hidden = true;
    if (chosen !== last) window.scrollTo(0, 0);
    last = chosen;
    if (chosen === wanted) tabOf(chosen).setAttribute("href", location.hash);
    followers.get(chosen)?.(values);
  };
  window.addEventListener("popstate", show);
  window.addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((part) => { part.open = true; }));
  return show;
}
