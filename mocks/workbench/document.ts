import { FAULT_KINDS } from "../failures/script.ts";
import { createPageResponse, type Html, html } from "../pages/html.ts";
import { documentTexts as texts } from "./document-texts.ts";

const ENDPOINTS =
  "* token accounts:* accounts:signUp accounts:signInWithPassword accounts:signInWithIdp accounts:lookup accounts:update accounts:delete accounts:sendOobCode accounts:resetPassword accounts:createAuthUri mfaEnrollment:* mfaSignIn:* passkeyEnrollment:* passkeySignIn:* projects passwordPolicy documents:* documents:listen documents:commit".split(
    " ",
  );

const renderPreset = (label: string, script: object): Html =>
  html`<button type="button" data-failure="${JSON.stringify(script)}">${label}</button>`;

const renderSetting = (name: string, label: string, on: object, off: object): Html =>
  html`<label class="check"><input type="checkbox" data-setting="${name}" data-on="${JSON.stringify(on)}" data-off="${JSON.stringify(off)}">${label}</label>`;

const renderToggle = (name: string, label: string): Html =>
  renderSetting(name, label, { [name]: true }, { [name]: false });

const limits = { max: 5, windowS: 60 };
const unlimited = { signIn: null, signUp: null, passwordReset: null, sms: null };
const limited = { signIn: limits, signUp: limits, passwordReset: limits, sms: limits };

const clock = html`<section id="clock" aria-labelledby="clock-title">
<h2 id="clock-title">${texts.clock.title}</h2>
<p><strong id="clock-now" class="figure">–</strong> <small id="clock-offset"></small></p>
<div class="row" role="group" aria-label="${texts.clock.move}">
<button type="button" data-advance="60">${texts.clock.minute}</button>
<button type="button" data-advance="300">${texts.clock.fiveMinutes}</button>
<button type="button" data-advance="3600">${texts.clock.hour}</button>
<button type="button" data-advance="86400">${texts.clock.day}</button>
<button type="button" id="clock-freeze">${texts.clock.freeze}</button>
<button type="button" id="clock-reset">${texts.clock.reset}</button>
</div>
<form id="clock-skew" class="inline">
<label for="skew">${texts.clock.skew} <small>${texts.clock.seconds}</small></label>
<input id="skew" name="seconds" type="number" value="0" step="1" required><button>${texts.clock.set}</button>
</form>
<div class="inline"><label for="lifetime">${texts.clock.lifetime}</label>
<select id="lifetime">${Object.entries(texts.clock.lifetimes).map(([seconds, label]) => html`<option value="${seconds}">${label}</option>`)}</select></div>
</section>`;

const accounts = html`<section id="accounts" aria-labelledby="accounts-title">
<h2 id="accounts-title">${texts.accounts.title} <small id="accounts-count"></small></h2>
<form id="accounts-create" class="fields">
<label>${texts.accounts.email}<input name="email" type="email" required autocomplete="off"></label>
<label>${texts.accounts.password} <small>${texts.accounts.passwordHint}</small><input name="password" minlength="6" autocomplete="off" value="correct horse battery"></label>
<label class="check"><input type="checkbox" name="verified" checked>${texts.accounts.verified}</label>
<button class="primary">${texts.accounts.create}</button>
</form>
<label for="accounts-filter">${texts.accounts.filter} <small>${texts.accounts.press}</small></label>
<input id="accounts-filter" type="search" autocomplete="off">
<ul id="accounts-list" class="items"></ul>
</section>`;

const outbox = html`<section id="outbox" aria-labelledby="outbox-title">
<div class="head"><h2 id="outbox-title">${texts.outbox.title}</h2><button type="button" id="outbox-clear">${texts.outbox.clear}</button></div>
<ul id="outbox-list" class="items"></ul>
</section>`;

const failures = html`<section id="failures" aria-labelledby="failures-title">
<div class="head"><h2 id="failures-title">${texts.failures.title}</h2><button type="button" id="failures-clear">${texts.failures.clear}</button></div>
<ul id="failures-list" class="items" aria-live="polite"></ul>
<div class="row" role="group" aria-label="${texts.failures.common}">
${renderPreset(texts.failures.offline, { fault: { kind: "offline" } })}
${renderPreset(texts.failures.slow, { fault: { kind: "latency", medianMs: 1500, sigma: 0.6 } })}
${renderPreset(texts.failures.refreshFails, { endpoint: "token", fault: { kind: "status", status: 503 } })}
${renderPreset(texts.failures.refreshRefused, { endpoint: "token", times: 1, fault: { kind: "error", word: "TOKEN_EXPIRED" } })}
${renderPreset(texts.failures.tooMany, { endpoint: "accounts:*", fault: { kind: "status", status: 429 } })}
</div>
<details><summary>${texts.failures.another}</summary>
<form id="failures-add" class="fields">
<label>${texts.failures.endpoint}<input name="endpoint" list="endpoints" autocomplete="off" placeholder="*"></label>
<datalist id="endpoints">${ENDPOINTS.map((name) => html`<option value="${name}"></option>`)}</datalist>
<label>${texts.failures.fault}<select name="kind">${FAULT_KINDS.map((kind) => html`<option>${kind}</option>`)}</select></label>
<label>${texts.failures.detail} <small>${texts.failures.detailHint}</small><input name="detail" autocomplete="off"></label>
<label>${texts.failures.onlyFor} <small>${texts.failures.email}</small><input name="email" type="email" autocomplete="off"></label>
<label>${texts.failures.after}<input name="after" type="number" min="0"></label>
<label>${texts.failures.times}<input name="times" type="number" min="1"></label>
<label class="check"><input type="checkbox" name="late">${texts.failures.late}</label>
<button class="primary">${texts.failures.add}</button>
</form></details>
</section>`;

const scenarios = html`<section id="scenarios" aria-labelledby="scenarios-title">
<h2 id="scenarios-title">${texts.scenarios.title}</h2>
<form id="scenario-load" class="fields">
<label for="scenario-name">${texts.scenarios.scenario}</label><select id="scenario-name" name="name" aria-describedby="scenario-tells"></select>
<p id="scenario-tells" class="soft"></p>
<label>${texts.scenarios.email} <small>${texts.scenarios.emailHint}</small><input name="email" type="email" autocomplete="off"></label>
<button class="primary">${texts.scenarios.load}</button>
</form>
</section>`;

const project = html`<section id="memory" aria-labelledby="memory-title">
<h2 id="memory-title">${texts.setup.title}</h2>
${renderToggle("enumerationProtection", texts.setup.enumerationProtection)}
${renderToggle("allowDuplicateEmails", texts.setup.allowDuplicateEmails)}
${renderSetting("passwordPolicy", texts.setup.passwordPolicy, { passwordPolicy: { enforcementState: "ENFORCE", minPasswordLength: 10, containsNumericCharacter: true } }, { passwordPolicy: { enforcementState: "OFF", minPasswordLength: 6, containsNumericCharacter: false } })}
${renderSetting("rateLimits", texts.setup.rateLimits, { rateLimits: limited }, { rateLimits: unlimited })}
${renderSetting("passkeys", texts.setup.passkeys, { passkeys: { enabled: true } }, { passkeys: { enabled: false } })}
${renderToggle("verifyPasskeys", texts.setup.verifyPasskeys)}
${renderToggle("isolateConsentPage", texts.setup.isolateConsentPage)}
<div class="row">
<a class="button" href="/__local/snapshot" download="snapshot.json">${texts.setup.saveSnapshot}</a>
<a class="button" href="/__local/export" download="accounts.json">${texts.setup.exportAccounts}</a>
<button type="button" id="reset">${texts.setup.reset}</button>
</div>
<label>${texts.setup.restore}<input type="file" id="restore" accept="application/json"></label>
<label>${texts.setup.import} <small>${texts.setup.importHint}</small><input type="file" id="import" accept="application/json"></label>
</section>`;

const log = html`<section id="log" aria-labelledby="log-title">
<div class="head"><h2 id="log-title">${texts.log.title}</h2>
<label class="check"><input type="checkbox" id="log-pause">${texts.log.pause}</label><button type="button" id="log-clear">${texts.log.clear}</button></div>
<div class="scroll" tabindex="0" role="region" aria-label="${texts.log.region}">
<table><thead><tr><th scope="col">${texts.log.time}</th><th scope="col">${texts.log.what}</th><th scope="col">${texts.log.outcome}</th><th scope="col">${texts.log.who}</th><th scope="col">${texts.log.took}</th></tr></thead>
<tbody id="log-list"></tbody></table></div>
</section>`;

const documents = html`<section id="documents" aria-labelledby="documents-title">
<h2 id="documents-title">${texts.documents.title}</h2>
<ul id="documents-list" class="items"></ul>
</section>`;

const PARTS = [
  ["accounts", texts.accounts.title],
  ["outbox", texts.outbox.title],
  ["documents", texts.documents.link],
  ["clock", texts.clock.title],
  ["failures", texts.failures.title],
  ["scenarios", texts.scenarios.title],
  ["memory", texts.setup.title],
  ["log", texts.log.link],
] as const;

/** The workbench: the services' whole state and all controls, on one page. */
export const createWorkbenchPage = (): Response =>
  createPageResponse({
    title: texts.title,
    script: "/__local/workbench.js",
    body: html`<body class="workbench">
<header class="top"><h1>${texts.heading}</h1><p>${texts.project} <strong id="project">–</strong></p>
<nav aria-label="${texts.sections}">${PARTS.map(([id, label]) => html`<a href="#${id}">${label}</a> `)}</nav>
<nav id="worlds" aria-labelledby="worlds-title" hidden><span id="worlds-title">${texts.worlds}</span><ul id="worlds-list"></ul></nav>
<p id="status" role="status">${texts.connecting}</p>
<noscript><p>${texts.noScript("/__local/")}</p></noscript>
</header>
<main><div class="column">${accounts}</div><div class="column">${[clock, failures, project]}</div><div class="column">${[scenarios, outbox, documents]}</div><div class="wide">${log}</div></main>
</body>`,
  });
