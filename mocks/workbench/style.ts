export const workbenchStyle = `
.workbench .top { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: baseline; padding: .75rem 1.25rem; border-bottom: 1px solid var(--line); background: var(--card); }
.workbench nav { display: flex; flex-wrap: wrap; gap: .25rem .875rem; }
.workbench nav a { padding: .25rem 0; }
#worlds-part { display: contents; }
#worlds ul { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem .875rem; }
#worlds { width: 100%; align-items: baseline; flex-wrap: nowrap; }
#worlds a { display: inline-block; padding: 0; overflow-wrap: anywhere; }
#worlds [aria-current] { font-weight: 700; text-decoration: none; color: inherit; }
#status { margin-left: auto; font-weight: 600; overflow-wrap: anywhere; }
.workbench main { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; padding: 1rem 1.25rem 3rem; max-width: 100rem; margin: 0 auto; align-items: start; }
.workbench .column { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; }
.workbench section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: .75rem; align-content: start; scroll-margin-top: 1rem; }
.head { display: flex; gap: .75rem; align-items: center; flex-wrap: wrap; }
.head h2 { margin-right: auto; }
.row { display: flex; flex-wrap: wrap; gap: .375rem; align-items: center; }
.row button, .row .button, .head button { min-height: 2rem; padding: .125rem .625rem; font-size: .875rem; }
a.button { color: inherit; text-decoration: none; display: inline-flex; align-items: center; }
a.button:hover { border-color: var(--accent); }
.fields { display: grid; gap: .625rem; }
.fields button { justify-self: start; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; }
.pair label { font-size: .875rem; }
.inline { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.inline label { margin-right: auto; }
.inline input, .inline select { width: 9rem; }
.items { list-style: none; display: grid; gap: .5rem; max-height: 32rem; overflow: auto; }
.item { border: 1px solid var(--line); border-radius: 6px; padding: .625rem .75rem; display: grid; gap: .375rem; overflow-wrap: anywhere; }
.item.off strong { text-decoration: line-through; }
.title { display: flex; gap: .25rem .75rem; justify-content: space-between; flex-wrap: wrap; }
.figure, .code { font-variant-numeric: tabular-nums; font-family: ui-monospace, monospace; }
.code { font-size: 1.125rem; font-weight: 700; letter-spacing: .06em; }
summary { cursor: pointer; padding: .25rem 0; }
details[open] > summary { margin-bottom: .5rem; }
.scroll { overflow: auto; max-height: 30rem; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
.page-event td { background: var(--mark); }
@media (min-width: 60rem) {
  .workbench main { grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .workbench .wide { grid-column: 1 / -1; }
}
`;
