import type { LoggedEvent, LoggedRequest } from "../core/logs.ts";
import type { Message } from "../core/outbox.ts";
import type { ServiceContext } from "../core/service-context.ts";
import type { ActiveScript } from "../failures/failures.ts";
import { FAULT_KINDS, type Fault } from "../failures/script.ts";
import { userDocumentName } from "../firestore/documents/name.ts";
import type { StoredDocument } from "../firestore/documents/store.ts";
import type { Account } from "../identity-toolkit/state/account.ts";
import { createPageResponse, type Html, html } from "../pages/html.ts";
import { createScenarios } from "../scenarios/scenarios.ts";
import { renderAccount, renderAccountForm } from "./account.ts";
import { type Addresses, renderButton, renderControl, renderItem, renderList } from "./controls.ts";
import { workbenchTexts as texts } from "./workbench-texts.ts";

type Part = (typeof PARTS)[number];

/** The sections in the order of their links. The ID of each is its name in the text module. */
const PARTS = ["accounts", "outbox", "documents", "clock", "failures", "scenarios", "setup", "log"] as const;

const renderSection = (id: Part, content: Html, aside: Html = html``): Html =>
  html`<section id="${id}" aria-labelledby="${id}-title">
<div class="head"><h2 id="${id}-title">${texts[id].title}</h2>${aside}</div>
${content}
</section>`;

const MOST_SHOWN = { accounts: 100, messages: 50, log: 200, worlds: 12 };

function renderClock({ clock, identity }: ServiceContext, at: Addresses): Html {
  const { clock: words } = texts;
  const { offset, skew, frozenAt } = clock.reading();
  const seconds = Math.round((offset - skew) / 1000);
  const skewS = Math.abs(skew) / 1000;
  const state = [
    seconds === 0 ? words.inSync : words.offset(seconds),
    skew !== 0 && (skew > 0 ? words.clientsAhead(skewS) : words.clientsBehind(skewS)),
    frozenAt !== null && words.frozen,
  ].filter((part) => part !== false);
  const call = at.call("POST", "clock");
  const renderMove = (label: string, body: object, key = label) =>
    renderButton(label, { call, body }, label, key);
  const lifetimes = Object.entries(words.lifetimes).map(
    ([value, label]) =>
      html`<option value="${JSON.stringify({ idTokenLifetimeS: Number(value) })}" ${Number(value) === identity.settings.idTokenLifetimeS && html`selected`}>${label}</option>`,
  );
  return renderSection(
    "clock",
    html`<p id="clock-now" data-live><strong class="figure"><time data-offset="${offset - skew}" data-frozen="${frozenAt === null ? "" : frozenAt - skew}">${new Date(clock.now()).toISOString()}</time></strong> <small>${state.join(", ")}</small></p>
<div id="clock-moves" class="row" role="group" aria-label="${words.move}" data-live>
${Object.entries(words.steps).map(([step, label]) => renderMove(label, { advance: Number(step) * 1000 }))}
${frozenAt === null ? renderMove(words.freeze, { freeze: true }, "freeze") : renderMove(words.resume, { resume: true }, "freeze")}
${renderMove(words.reset, { reset: true })}
</div>
<form class="inline" ${renderControl(words.skew, { call })}>
<label for="skew">${words.skew} <small>${words.seconds}</small></label>
<input id="skew" name="skewClients" type="number" data-scale="1000" value="0" step="1" required><button>${words.set}</button>
</form>
<div class="inline"><label for="lifetime">${words.lifetime}</label>
<select id="lifetime" data-live data-json ${renderControl(words.lifetime, { call: at.call("PATCH", "settings") })}>${lifetimes}</select></div>`,
  );
}

const matches = ({ email, phoneNumber, localId, displayName }: Account, wanted: string): boolean =>
  (email ?? phoneNumber ?? localId).toLowerCase().includes(wanted) ||
  localId.includes(wanted) ||
  displayName?.toLowerCase().includes(wanted) === true;

function renderAccounts({ identity }: ServiceContext, at: Addresses, wanted: string): Html {
  const { accounts: words } = texts;
  const found = identity
    .accounts()
    .reverse()
    .filter((account) => matches(account, wanted.toLowerCase()));
  const shown = found.slice(0, MOST_SHOWN.accounts);
  return renderSection(
    "accounts",
    html`${renderAccountForm(at)}
<label for="accounts-filter">${words.filter} <small>${words.press}</small></label>
<input id="accounts-filter" type="search" autocomplete="off" value="${wanted}">
${renderList(
  "accounts-list",
  shown.map((account) => renderAccount(account, at)),
)}`,
    html`<small id="accounts-count" data-live>${words.count(shown.length, found.length)}</small>`,
  );
}

function renderMessage(message: Message, at: Addresses): Html {
  const { outbox: words } = texts;
  const { id, to, type, at: sentAt, actionLink, code, newEmail, subject, text, html: body } = message;
  const renderLink = (label: string, name: string, href: string) =>
    html`<a class="button" href="${href}" target="_blank" rel="noreferrer" aria-label="${name}">${label}</a>`;
  const renderCopy = (label: string, name: string, copied: string) =>
    html`<button type="button" aria-label="${name}" data-key="${name}" data-copy="${copied}">${label}</button>`;
  const note = [type, subject, newEmail && words.newEmail(newEmail)].filter(Boolean).join(" · ");
  const controls = html`${text !== undefined && body === undefined && html`<p class="soft">${text}</p>`}
<div class="row">
${actionLink !== undefined && [renderLink(words.openLink, words.openLinkOf(id), actionLink), renderCopy(words.copyLink, words.copyLinkOf(id), actionLink)]}
${body !== undefined && renderLink(words.read, words.readOf(id), at.href(`outbox/${id}`))}
${code !== undefined && code.length <= 8 && html`<code class="code">${code}</code>`}
${code !== undefined && renderCopy(words.copyCode, words.copyCodeOf(id), code)}
</div>`;
  return renderItem({ name: to, aside: html`<time data-at="${sentAt}"></time>`, note }, controls);
}

const renderOutbox = ({ outbox }: ServiceContext, at: Addresses): Html =>
  renderSection(
    "outbox",
    renderList(
      "outbox-list",
      outbox
        .list()
        .slice(0, MOST_SHOWN.messages)
        .map((message) => renderMessage(message, at)),
      texts.outbox.empty,
    ),
    renderButton(texts.outbox.clear, { call: at.call("DELETE", "outbox") }),
  );

function renderScript({ id, script, seen, applied }: ActiveScript, at: Addresses): Html {
  const { failures: words } = texts;
  const { fault, endpoint = words.everything, after, times, probability, email, phase, note } = script;
  const { kind, ...details } = fault;
  const limits = [
    ...Object.entries(details).map(([name, value]) => `${name} ${value}`),
    after !== undefined && words.afterRequests(after),
    times !== undefined && words.atMost(times),
    probability !== undefined && words.probability(probability),
    email,
    phase === "after" && words.runsFirst,
    note,
  ].filter(Boolean);
  const where = typeof endpoint === "string" ? endpoint : endpoint.join(", ");
  return renderItem(
    { name: `${kind}: ${where}`, aside: words.applied(applied, seen), note: limits.join(" · ") },
    html`<div class="row">${renderButton(words.remove, { call: at.call("DELETE", `failures/${id}`) }, words.removeOf(id))}</div>`,
  );
}

/** The detail of a fault that takes one, and the value that the form suggests. */
const DETAILS: { [kind in Fault["kind"]]?: { name: string; value?: string | number } } = {
  hang: { name: "forMs" },
  latency: { name: "ms", value: 1000 },
  cut: { name: "afterBytes" },
  status: { name: "status", value: 503 },
  html: { name: "status" },
  "malformed-json": { name: "status" },
  error: { name: "word", value: "USER_DISABLED" },
};

function renderFailures({ failures }: ServiceContext, at: Addresses): Html {
  const { failures: words } = texts;
  const call = at.call("POST", "failures");
  const renderPreset = (label: string, body: object) => renderButton(label, { call, body });
  const kinds = FAULT_KINDS.map((kind) => {
    const { name, value } = DETAILS[kind] ?? {};
    const fault = { kind, ...(name !== undefined && { [name]: value }) };
    return html`<option value="${JSON.stringify(fault)}" data-detail="${name}">${kind}</option>`;
  });
  return renderSection(
    "failures",
    html`<div aria-live="polite">${renderList(
      "failures-list",
      failures.list().map((active) => renderScript(active, at)),
      words.none,
    )}</div>
<div class="row" role="group" aria-label="${words.common}">
${renderPreset(words.offline, { fault: { kind: "offline" } })}
${renderPreset(words.slow, { fault: { kind: "latency", medianMs: 1500, sigma: 0.6 } })}
${renderPreset(words.refreshFails, { endpoint: "token", fault: { kind: "status", status: 503 } })}
${renderPreset(words.refreshRefused, { endpoint: "token", times: 1, fault: { kind: "error", word: "TOKEN_EXPIRED" } })}
${renderPreset(words.tooMany, { endpoint: "accounts:*", fault: { kind: "status", status: 429 } })}
</div>
<details><summary>${words.another}</summary>
<form class="fields" ${renderControl(words.add, { call })}>
<label>${words.endpoint}<input name="endpoint" list="endpoints" autocomplete="off" placeholder="*"></label>
<datalist id="endpoints">${failures.endpoints.map((name) => html`<option value="${name}"></option>`)}</datalist>
<label>${words.fault}<select name="fault" data-json>${kinds}</select></label>
<label>${words.detail} <small>${words.detailHint}</small><input name="detail" autocomplete="off"></label>
<label>${words.onlyFor} <small>${words.email}</small><input name="email" type="email" autocomplete="off"></label>
<label>${words.after}<input name="after" type="number" min="0"></label>
<label>${words.times}<input name="times" type="number" min="1"></label>
<label class="check"><input type="checkbox" name="phase" value="&quot;after&quot;">${words.late}</label>
<button class="primary">${words.add}</button>
</form></details>`,
    renderButton(words.clear, { call: at.call("DELETE", "failures") }),
  );
}

function renderScenarios(context: ServiceContext, at: Addresses): Html {
  const { scenarios: words } = texts;
  const control = renderControl(words.load, {
    call: at.call("POST", "scenarios"),
    done: words.loaded("{name}", "{email}", "{password}"),
  });
  const options = createScenarios(context)
    .list()
    .map(({ name, tells }) => html`<option value="${name}">${words.option(name, tells)}</option>`);
  return renderSection(
    "scenarios",
    html`<form class="fields" ${control}>
<label for="scenario-name">${words.scenario}</label><select id="scenario-name" name="name">${options}</select>
<label>${words.email} <small>${words.emailHint}</small><input name="email" type="email" autocomplete="off"></label>
<button class="primary">${words.load}</button>
</form>`,
  );
}

const LIMIT = { max: 5, windowS: 60 };
const UNLIMITED = { signIn: null, signUp: null, passwordReset: null, sms: null };
const LIMITED = { signIn: LIMIT, signUp: LIMIT, passwordReset: LIMIT, sms: LIMIT };
const NO_POLICY = { enforcementState: "OFF", minPasswordLength: 6, containsNumericCharacter: false };
const POLICY = { enforcementState: "ENFORCE", minPasswordLength: 10, containsNumericCharacter: true };

function renderSetup({ identity: { settings } }: ServiceContext, at: Addresses): Html {
  const { setup: words } = texts;
  const renderSetting = (label: string, isChecked: boolean, on: object, off: object) =>
    html`<label class="check"><input type="checkbox" value="${JSON.stringify(on)}" data-off="${JSON.stringify(off)}" ${isChecked && html`checked`} ${renderControl(label, { call: at.call("PATCH", "settings") })}>${label}</label>`;
  const toggles = [
    "enumerationProtection",
    "allowDuplicateEmails",
    "verifyPasskeys",
    "isolateConsentPage",
  ] as const;
  const renderUpload = (path: string, label: string, hint = "", done = texts.done(label)) =>
    html`<label>${label} <small>${hint}</small><input type="file" accept="application/json" ${renderControl(label, { call: at.call("POST", path), done })}></label>`;
  return renderSection(
    "setup",
    html`<div id="settings" class="fields" data-live>
${toggles.map((name) => renderSetting(words[name], settings[name], { [name]: true }, { [name]: false }))}
${renderSetting(words.passwordPolicy, settings.passwordPolicy.enforcementState === "ENFORCE", { passwordPolicy: POLICY }, { passwordPolicy: NO_POLICY })}
${renderSetting(words.rateLimits, settings.rateLimits.signIn !== null, { rateLimits: LIMITED }, { rateLimits: UNLIMITED })}
${renderSetting(words.passkeys, settings.passkeys.enabled, { passkeys: { enabled: true } }, { passkeys: { enabled: false } })}
</div>
<div class="row">
<a class="button" href="${at.href("snapshot")}" download="snapshot.json">${words.saveSnapshot}</a>
<a class="button" href="${at.href("export")}" download="accounts.json">${words.exportAccounts}</a>
${renderButton(words.reset, { call: at.call("POST", "reset") })}
</div>
${renderUpload("snapshot", words.restore)}
${renderUpload("import", words.import, words.importHint, words.imported("{imported}"))}`,
  );
}

function renderRequest(entry: LoggedRequest): Html {
  const { log: words } = texts;
  const { at, method, endpoint, status, word, email, uid, tookMs, faults } = entry;
  const outcome = [status === 0 ? words.noResponse : String(status), word].filter(Boolean).join(" ");
  return html`<tr><td class="figure"><time data-at="${at}"></time></td><td>${method} ${endpoint}</td>
<td class="${(status >= 400 || status === 0) && "bad"}">${outcome}</td><td>${email ?? uid}</td>
<td class="figure">${faults ? words.script(faults.join(", ")) : words.milliseconds(tookMs)}</td></tr>`;
}

function renderEvent({ id: _, type, receivedAt, ...details }: LoggedEvent): Html {
  const values = Object.entries(details).map(([name, value]) => `${name} ${value}`);
  return html`<tr class="page-event"><td class="figure"><time data-at="${receivedAt}"></time></td><td>${texts.log.page}</td>
<td>${type}</td><td>${values.join(", ")}</td><td></td></tr>`;
}

function renderLog({ log, events }: ServiceContext, at: Addresses): Html {
  const { log: words } = texts;
  const rows = [
    ...log.list().map((entry) => ({ at: entry.at, row: renderRequest(entry) })),
    ...events.list().map((event) => ({ at: event.receivedAt, row: renderEvent(event) })),
  ]
    .sort((one, other) => other.at - one.at)
    .slice(0, MOST_SHOWN.log)
    .map(({ row }) => row);
  const heads = [words.time, words.what, words.outcome, words.who, words.took];
  return renderSection(
    "log",
    html`<div class="scroll" tabindex="0" role="region" aria-label="${words.region}">
<table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody id="log-list" data-live>${rows}</tbody></table></div>`,
    html`<label class="check"><input type="checkbox" data-pause>${words.pause}</label>${renderButton(words.clear, { call: at.call("DELETE", "log") })}`,
  );
}

const PLANS = ["", "price_local_starter", "price_local_pro", "price_local_business"];
const STATES = ["", "active", "trialing", "past_due", "canceled", "unpaid"];

/** A user document: its owner, and the plan, which testers change most. */
function renderDocument({ name, fields }: StoredDocument, at: Addresses): Html {
  const { documents: words } = texts;
  const textOf = (field: string) => String(fields[field]?.["stringValue"] ?? "");
  const uid = name.split("/").at(-1) ?? "";
  const renderChoice = (field: string, label: string, known: readonly string[]) => {
    const options = [...new Set([...known, textOf(field)])].map(
      (value) =>
        html`<option value="${JSON.stringify({ [field]: value })}" ${value === textOf(field) && html`selected`}>${value || words.none}</option>`,
    );
    return html`<label>${label}<select data-json ${renderControl(label, { call: at.call("PATCH", `documents/${encodeURIComponent(uid)}`) })}>${options}</select></label>`;
  };
  return renderItem(
    { name: textOf("email") || uid, aside: textOf("name") },
    html`<div class="pair">${renderChoice("stripePriceId", words.plan, PLANS)}${renderChoice("stripeSubscriptionStatus", words.status, STATES)}</div>`,
  );
}

const renderDocuments = ({ documents, projectId }: ServiceContext, at: Addresses): Html =>
  renderSection(
    "documents",
    renderList(
      "documents-list",
      documents.store.list(userDocumentName(projectId)).map((document) => renderDocument(document, at)),
      texts.documents.empty,
    ),
  );

/**
 * The worlds on this port, as links to their workbenches. The links name the world in a parameter. The host then names
 * no world, because a request may name only one.
 */
function renderWorlds({ world, worlds }: ServiceContext, { protocol, host }: URL): Html {
  const base = `${protocol}//${host.replace(/^[^.]+\.localhost/, "localhost")}/__local/`;
  const others = worlds?.list().map(({ name }) => name) ?? [];
  const rest = others.length - MOST_SHOWN.worlds;
  if (world === undefined && others.length === 0) return html``;
  const links = [undefined, ...others.slice(0, MOST_SHOWN.worlds)].map((name) => {
    const href = name === undefined ? base : `${base}?world=${encodeURIComponent(name)}`;
    return html`<li><a href="${href}" data-key="world/${name}" ${name === world && html`aria-current="page"`}>${name ?? texts.worlds.default}</a></li>`;
  });
  return html`<nav id="worlds" aria-labelledby="worlds-title"><span id="worlds-title">${texts.worlds.title}</span>
<ul>${links}${rest > 0 && html`<li>${texts.worlds.more(rest)}</li>`}</ul></nav>`;
}

/** The workbench: the services' whole state and all controls, on one page. */
export function createWorkbenchPage(context: ServiceContext, { url }: { url: URL }): Response {
  const world = url.searchParams.get("world");
  const href = (path: string) => {
    const target = new URL(`/__local/${path}`, url);
    if (world) target.searchParams.set("world", world);
    return target.pathname + target.search;
  };
  const at: Addresses = { href, call: (method, path) => [method, href(path)].join(" ") };
  return createPageResponse({
    title: texts.title,
    script: "/__local/workbench.js",
    body: html`<body class="workbench" data-stream="${at.href("stream")}" data-events="${at.call("POST", "events")}">
<header class="top"><h1>${texts.heading}</h1><p>${texts.project} <strong>${context.projectId}</strong></p>
<nav aria-label="${texts.sections}">${PARTS.map((id) => html`<a href="#${id}">${texts[id].title}</a> `)}</nav>
<div id="worlds-part" data-live>${renderWorlds(context, url)}</div>
<p id="status" role="status">${texts.connecting}</p>
<noscript><p>${texts.noScript("/__local/")}</p></noscript>
</header>
<main><div class="column">${renderAccounts(context, at, url.searchParams.get("filter") ?? "")}</div>
<div class="column">${[renderClock(context, at), renderFailures(context, at), renderSetup(context, at)]}</div>
<div class="column">${[renderScenarios(context, at), renderOutbox(context, at), renderDocuments(context, at)]}</div>
<div class="wide">${renderLog(context, at)}</div></main>
</body>`,
  });
}
