import type { Overview } from "../../control/accounts.ts";
import type { Tools } from "./tools.ts";

export function createOutboxView(tools: Tools) {
  const {
    byId,
    changeAndConfirm,
    createElement,
    createItem,
    createRow,
    createButton,
    createLinkButton,
    replaceItems,
    showMessage,
    onClick,
    formatTime,
    inWorld,
  } = tools;
  const texts = tools.texts.outbox;
  const list = byId("outbox-list");

  const createCopyAction = (text: string) => async () => {
    await navigator.clipboard.writeText(text);
    showMessage(texts.copied);
  };

  const createMessageRow = ({
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
    createItem(
      to,
      formatTime(at),
      [type, subject, newEmail && texts.newEmail(newEmail)].filter(Boolean).join(" · "),
      text !== undefined && html === undefined && createElement("p", { class: "soft", text }),
      createRow(
        actionLink !== undefined && createLinkButton(texts.openLink, texts.openLinkOf(id), actionLink),
        actionLink !== undefined &&
          createButton(texts.copyLink, texts.copyLinkOf(id), createCopyAction(actionLink)),
        html !== undefined &&
          createLinkButton(texts.read, texts.readOf(id), inWorld(`/__local/outbox/${id}`)),
        code !== undefined && code.length <= 8 && createElement("code", { class: "code", text: code }),
        code !== undefined && createButton(texts.copyCode, texts.copyCodeOf(id), createCopyAction(code)),
      ),
    );

  onClick("outbox-clear", () => changeAndConfirm("DELETE", "outbox", texts.cleared));

  return ({ messages }: Overview) => {
    replaceItems(list, messages.map(createMessageRow), texts.empty);
  };
}
