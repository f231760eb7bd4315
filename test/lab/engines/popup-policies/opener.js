// Runs in the measured browser, on a page with the application's policy: one window for each policy of the provider.

/** @type {{ method: string, application: string, provider: string, policies: string[], page: number }} */
const given = JSON.parse(document.currentScript?.dataset["given"] ?? "");
/** @type {Record<string, string>} */
const FIRST = { "about:blank": "about:blank", "empty address": "", "page of ours": "/forward" };

const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
const beatsOf = async (/** @type {string} */ attempt) =>
  Number(await (await fetch(`/beats/${attempt}`)).text());

const heard = new Set();
new BroadcastChannel("callback").onmessage = ({ data }) => heard.add(data);

let serial = 0;
const openAt = async (/** @type {string} */ policy) => {
  serial += 1;
  const attempt = `${given.page}-${serial}`;
  const address = `${given.provider}/${attempt}/${policy}#${encodeURIComponent(`${location.origin}/callback`)}`;
  const first = FIRST[given.method];
  const popup = window.open(first ?? address, "_blank", "popup,width=500,height=600");
  try {
    popup?.sessionStorage.setItem("attempt", attempt);
  } catch {} // the window is already at the provider
  if (first !== undefined) {
    await wait(1000);
    popup?.location.replace(address);
  }
  for (let round = 0; round < 50 && (await beatsOf(attempt)) === 0; round += 1) await wait(200);
  return { popup, attempt, isThere: (await beatsOf(attempt)) > 0 };
};

const measure = async (/** @type {string} */ provider) => {
  const answered = await openAt(provider);
  await wait(1000);
  const looksClosed = answered.popup?.closed ?? true;
  await fetch(`/answer/${answered.attempt}`);
  for (let round = 0; answered.isThere && round < 40 && !heard.has(answered.attempt); round += 1)
    await wait(200);
  answered.popup?.close();

  const closed = await openAt(provider);
  closed.popup?.close();
  await wait(1500);
  const before = await beatsOf(closed.attempt);
  await wait(1500);
  return {
    method: given.method,
    application: given.application,
    provider,
    isThere: answered.isThere,
    looksClosed,
    canClose: closed.isThere && (await beatsOf(closed.attempt)) === before,
    isAnswered: heard.has(answered.attempt),
  };
};

void Promise.all(given.policies.map(measure)).then(async (measured) => {
  await fetch("/measured", { method: "POST", body: JSON.stringify(measured) });
  location.replace(`/page/${given.page + 1}`);
});
