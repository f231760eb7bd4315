import type { Overview } from "../../control/accounts.ts";
import type { Tools } from "./tools.ts";

export function createOutboxView(tools: Tools) {
  const { byId, change, element, button, linkButton, replace, say, onClick, time, inWorld } = tools;
  const texts = tools.texts.outbox;
  const list = byId("outbox-list");

  const copy = (text: string) => async () => {
    await navigator.clipboard.writeText(text);
    say(texts.copied);
  };

  const row = ({
    id,
    to,
    type,
    at,
    actionLink,
    code,
    newEmail,
    subject,
    text,
    html,
  }: Overview["messages"][number]) =>
    element(
      "li",
      { class: "item" },
      element("div", { class: "title" }, element("strong", { text: to }), time(at)),
      element("small", {
        text: [type, subject, newEmail && texts.newEmail(newEmail)].filter(Boolean).join(" · "),
      }),
      text !== undefined && html === undefined && element("p", { class: "soft", text }),
      element(
        "div",
        { class: "row" },
        actionLink !== undefined && linkButton(texts.openLink, texts.openLinkOf(id), actionLink),
        actionLink !== undefined && button(texts.copyLink, texts.copyLinkOf(id), copy(actionLink)),
        html !== undefined && linkButton(texts.read, texts.readOf(id), inWorld(`/__local/outbox/${id}`)),
        code !== undefined && code.length <= 8 && element("code", { class: "code", text: code }),
        code !== undefined && button(texts.copyCode, texts.copyCodeOf(id), copy(code)),
      ),
    );

  onClick("outbox-clear", () => change("DELETE", "outbox", texts.cleared));

  return ({ messages }: Overview) => {
    replace(list, messages.map(row), texts.empty);
  };
}
