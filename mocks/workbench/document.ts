import { FAULT_KINDS } from "../failures/script.ts";
import { type Html, html, page } from "../pages/html.ts";

const ENDPOINTS =
  "* token accounts:* accounts:signUp accounts:signInWithPassword accounts:signInWithIdp accounts:lookup accounts:update accounts:delete accounts:sendOobCode accounts:resetPassword accounts:createAuthUri mfaEnrollment:* mfaSignIn:* passkeyEnrollment:* passkeySignIn:* projects passwordPolicy documents:* documents:listen documents:commit".split(
    " ",
  );

const preset = (label: string, script: object): Html =>
  html`<button type="button" data-failure="${JSON.stringify(script)}">${label}</button>`;

const setting = (name: string, label: string, on: object, off: object): Html =>
  html`<label class="check"><input type="checkbox" data-setting="${name}" data-on="${JSON.stringify(on)}" data-off="${JSON.stringify(off)}">${label}</label>`;

const toggle = (name: string, label: string): Html =>
  setting(name, label, { [name]: true }, { [name]: false });

const limits = { max: 5, windowS: 60 };
const unlimited = { signIn: null, signUp: null, passwordReset: null, sms: null };
const limited = { signIn: limits, signUp: limits, passwordReset: limits, sms: limits };

const clock = html`<section id="clock" aria-labelledby="clock-title">
<h2 id="clock-title">Clock</h2>
<p><strong id="clock-now" class="figure">–</strong> <small id="clock-offset"></small></p>
<div class="row" role="group" aria-label="Move the clock">
<button type="button" data-advance="60">1 min ahead</button>
<button type="button" data-advance="300">5 min ahead</button>
<button type="button" data-advance="3600">1 h ahead</button>
<button type="button" data-advance="86400">1 day ahead</button>
<button type="button" id="clock-freeze">Freeze</button>
<button type="button" id="clock-reset">Reset</button>
</div>
<form id="clock-skew" class="inline">
<label for="skew">Clients ahead by <small>(seconds)</small></label>
<input id="skew" name="seconds" type="number" value="0" step="1" required><button>Set</button>
</form>
<div class="inline"><label for="lifetime">ID tokens live</label>
<select id="lifetime"><option value="1">1 second</option><option value="10">10 seconds</option><option value="60">1 minute</option>
<option value="300">5 minutes</option><option value="900">15 minutes</option><option value="3600">1 hour</option></select></div>
</section>`;

const accounts = html`<section id="accounts" aria-labelledby="accounts-title">
<h2 id="accounts-title">Accounts <small id="accounts-count"></small></h2>
<form id="accounts-create" class="fields">
<label>Email<input name="email" type="email" required autocomplete="off"></label>
<label>Password<input name="password" required minlength="6" autocomplete="off" value="correct horse battery"></label>
<label class="check"><input type="checkbox" name="verified" checked>Address is verified</label>
<button class="primary">Create</button>
</form>
<label for="accounts-filter">Filter <small>(press /)</small></label>
<input id="accounts-filter" type="search" autocomplete="off">
<ul id="accounts-list" class="items"></ul>
</section>`;

const outbox = html`<section id="outbox" aria-labelledby="outbox-title">
<div class="head"><h2 id="outbox-title">Outbox</h2><button type="button" id="outbox-clear">Empty</button></div>
<ul id="outbox-list" class="items"></ul>
</section>`;

const failures = html`<section id="failures" aria-labelledby="failures-title">
<div class="head"><h2 id="failures-title">Failures</h2><button type="button" id="failures-clear">End all</button></div>
<ul id="failures-list" class="items" aria-live="polite"></ul>
<div class="row" role="group" aria-label="Common failures">
${preset("Offline", { fault: { kind: "offline" } })}
${preset("Slow network", { fault: { kind: "latency", medianMs: 1500, sigma: 0.6 } })}
${preset("Refresh fails (503)", { endpoint: "token", fault: { kind: "status", status: 503 } })}
${preset("Refresh is refused", { endpoint: "token", times: 1, fault: { kind: "error", word: "TOKEN_EXPIRED" } })}
${preset("Too many requests", { endpoint: "accounts:*", fault: { kind: "status", status: 429 } })}
</div>
<details><summary>Another failure</summary>
<form id="failures-add" class="fields">
<label>Endpoint<input name="endpoint" list="endpoints" autocomplete="off" placeholder="*"></label>
<datalist id="endpoints">${ENDPOINTS.map((name) => html`<option value="${name}"></option>`)}</datalist>
<label>Fault<select name="kind">${FAULT_KINDS.map((kind) => html`<option>${kind}</option>`)}</select></label>
<label>Detail <small>(milliseconds, status or word)</small><input name="detail" autocomplete="off"></label>
<label>Only for <small>(email)</small><input name="email" type="email" autocomplete="off"></label>
<label>After so many<input name="after" type="number" min="0"></label>
<label>So many times<input name="times" type="number" min="1"></label>
<label class="check"><input type="checkbox" name="late">The operation takes place first</label>
<button class="primary">Add</button>
</form></details>
</section>`;

const scenarios = html`<section id="scenarios" aria-labelledby="scenarios-title">
<h2 id="scenarios-title">Scenarios</h2>
<form id="scenario-load" class="fields">
<label for="scenario-name">Situation</label><select id="scenario-name" name="name" aria-describedby="scenario-tells"></select>
<p id="scenario-tells" class="soft"></p>
<label>Add under this address <small>(else everything is reset first)</small><input name="email" type="email" autocomplete="off"></label>
<button class="primary">Load</button>
</form>
</section>`;

const project = html`<section id="memory" aria-labelledby="memory-title">
<h2 id="memory-title">Project</h2>
${toggle("enumerationProtection", "Protect addresses from enumeration")}
${toggle("allowDuplicateEmails", "Several accounts per address")}
${setting("passwordPolicy", "Enforce a password policy (10 characters, a figure)", { passwordPolicy: { enforcementState: "ENFORCE", minPasswordLength: 10, containsNumericCharacter: true } }, { passwordPolicy: { enforcementState: "OFF", minPasswordLength: 6, containsNumericCharacter: false } })}
${setting("rateLimits", "Rate limits (5 per minute)", { rateLimits: limited }, { rateLimits: unlimited })}
${setting("passkeys", "Passkeys", { passkeys: { enabled: true } }, { passkeys: { enabled: false } })}
${toggle("verifyPasskeys", "Verify passkeys (off: any ID will do, as in Google's emulator)")}
${toggle("isolateConsentPage", "Consent page cuts its tie to the opener")}
<div class="row">
<a class="button" href="/__local/snapshot" download="snapshot.json">Save snapshot</a>
<a class="button" href="/__local/export" download="accounts.json">Export accounts</a>
<button type="button" id="reset">Reset everything</button>
</div>
<label>Restore a snapshot<input type="file" id="restore" accept="application/json"></label>
<label>Import accounts <small>(auth:export)</small><input type="file" id="import" accept="application/json"></label>
</section>`;

const log = html`<section id="log" aria-labelledby="log-title">
<div class="head"><h2 id="log-title">Requests and events</h2>
<label class="check"><input type="checkbox" id="log-pause">Pause</label><button type="button" id="log-clear">Clear</button></div>
<div class="scroll" tabindex="0" role="region" aria-label="Log, newest first">
<table><thead><tr><th scope="col">Time</th><th scope="col">What</th><th scope="col">Outcome</th><th scope="col">Who</th><th scope="col">Took</th></tr></thead>
<tbody id="log-list"></tbody></table></div>
</section>`;

const documents = html`<section id="documents" aria-labelledby="documents-title">
<h2 id="documents-title">User documents</h2>
<ul id="documents-list" class="items"></ul>
</section>`;

/** The workbench: the services' whole state and all controls, on one page. */
export const workbench = (): Response =>
  page({
    title: "Workbench of the local services",
    script: "/__local/workbench.js",
    body: html`<body class="workbench">
<header class="top"><h1>Workbench</h1><p>project <strong id="project">–</strong></p>
<nav aria-label="Parts"><a href="#accounts">Accounts</a> <a href="#outbox">Outbox</a> <a href="#documents">Documents</a> <a href="#clock">Clock</a> <a href="#failures">Failures</a> <a href="#scenarios">Scenarios</a> <a href="#memory">Project</a> <a href="#log">Log</a></nav>
<nav id="worlds" aria-labelledby="worlds-title" hidden><span id="worlds-title">worlds</span><ul id="worlds-list"></ul></nav>
<p id="status" role="status">Connecting…</p>
<noscript><p>The workbench steers the services by script. Without it, use the endpoints below <code>/__local/</code>.</p></noscript>
</header>
<main><div class="column">${accounts}</div><div class="column">${[clock, failures, project]}</div><div class="column">${[scenarios, outbox, documents]}</div><div class="wide">${log}</div></main>
</body>`,
  });
