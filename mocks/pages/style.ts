/** The style is deliberately plain, so that users do not mistake these pages for the provider's or the product's. */
export const styleSheet = `
:root {
  color-scheme: light dark;
  --paper: #f6f6f3; --card: #fff; --ink: #14201b; --soft: #55615b; --line: #cfd4cf; --accent: #17603d; --on-accent: #fff; --bad: #b3261e; --mark: #fff3bf;
  font: 16px/1.5 system-ui, sans-serif; background: var(--paper); color: var(--ink);
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #121815; --card: #1b2320; --ink: #ecf1ee; --soft: #a9b5af; --line: #3a4640; --accent: #8fdcb0; --on-accent: #0c1f15; --bad: #ffb4ab; --mark: #4a4210; }
}
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; }
h1, h2, h3, p, ul, ol, dl, dd, fieldset { margin: 0; padding: 0; border: 0; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.125rem; }
a { color: var(--accent); }
small, .soft { color: var(--soft); font-size: .875rem; }
.bad { color: var(--bad); }
button, input, select, textarea { font: inherit; color: inherit; }
button, .button {
  min-height: 2.5rem; padding: .375rem .875rem; border: 1px solid var(--line); border-radius: 6px; background: var(--card); cursor: pointer;
}
button:hover { border-color: var(--accent); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
button:disabled { opacity: .5; cursor: default; }
input, select, textarea { font-weight: 400; }
input:not([type=checkbox]), select, textarea {
  min-height: 2.5rem; padding: .375rem .625rem; border: 1px solid var(--soft); border-radius: 6px; background: var(--card); width: 100%;
}
input[type=checkbox] { flex: none; width: 1.25rem; height: 1.25rem; accent-color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
label { display: block; font-weight: 600; }
label small { font-weight: 400; }
.check { display: flex; gap: .625rem; align-items: center; font-weight: 400; }

/* Mails and consent pages */
.mail main { max-width: 40rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem; display: grid; gap: 1rem; overflow-wrap: anywhere; }
.mail section { padding: 1.25rem; border: 1px solid var(--line); border-radius: 6px; background: var(--card); display: grid; gap: 1rem; }
.mail pre { margin: 0; font: inherit; white-space: pre-wrap; }
.consent { max-width: 30rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem; display: grid; gap: 1.25rem; }
.consent header { display: grid; gap: .5rem; }
.pretend { background: var(--mark); border-radius: 6px; padding: .5rem .75rem; font-size: .875rem; }
.people { list-style: none; margin-top: .5rem; display: grid; gap: .5rem; }
.person { width: 100%; display: grid; gap: .125rem; text-align: left; padding: .75rem 1rem; overflow-wrap: anywhere; }
.person strong { font-size: 1rem; }
.consent button, .mdc-button__label { position: relative; }
.mdc-button__ripple { position: absolute; inset: 0; }
.other { display: grid; gap: 1rem; border-top: 1px solid var(--line); padding-top: 1.25rem; }
.other button { justify-self: start; }
.actions { display: flex; gap: 1rem; align-items: center; flex-wrap: wrap; border-top: 1px solid var(--line); padding-top: 1.25rem; }

/* Workbench */
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
