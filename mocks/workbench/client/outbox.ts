import type { Overview } from "../../control/accounts.ts";
import type { Tools } from "./tools.ts";

export function createOutboxView(tools: Tools) {
  const { byId, call, element, button, replace, say, perform, time, inWorld } = tools;
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
        actionLink !== undefined &&
          element("a", {
            text: texts.openLink,
            class: "button",
            attributes: {
              href: actionLink,
              target: "_blank",
              rel: "noreferrer",
              "aria-label": texts.openLinkOf(id),
            },
          }),
        actionLink !== undefined && button(texts.copyLink, texts.copyLinkOf(id), copy(actionLink)),
        html !== undefined &&
          element("a", {
            text: texts.read,
            class: "button",
            attributes: {
              href: inWorld(`/__local/outbox/${id}`),
              target: "_blank",
              "aria-label": texts.readOf(id),
            },
          }),
        code !== undefined && code.length <= 8 && element("code", { class: "code", text: code }),
        code !== undefined && button(texts.copyCode, texts.copyCodeOf(id), copy(code)),
      ),
    );

  byId("outbox-clear").addEventListener("click", () =>
    perform(async () => {
      await call("DELETE", "outbox");
      say(texts.cleared);
    }),
  );

  return ({ messages }: Overview) => {
    replace(list, messages.map(row), texts.empty);
  };
}
