import type { Tools } from "./tools.ts";

/** The user documents of the local Firestore: their owners, and the plan, which testers change most. */
export function createDocumentsView(tools: Tools) {
  const { byId, createElement, createItem, replaceItems, showMessage, perform, inWorld, isRecord } = tools;
  const texts = tools.texts.documents;
  const PRICES = ["", "price_local_starter", "price_local_pro", "price_local_business"];
  const STATUSES = ["", "active", "trialing", "past_due", "canceled", "unpaid"];
  const section = byId("documents");
  const list = byId("documents-list");
  const headers = {
    authorization: "Bearer owner",
    "content-type": "application/json",
    "x-local-workbench": "1",
  };

  const textFieldOf = (fields: Record<string, unknown>, name: string): string => {
    const value = fields[name];
    return isRecord(value) && typeof value["stringValue"] === "string" ? value["stringValue"] : "";
  };

  const createChangeAction = (path: string, field: string, value: string) => async () => {
    const response = await fetch(inWorld(`/v1/${path}?updateMask.fieldPaths=${field}`), {
      method: "PATCH",
      headers,
      // A field that is in the mask but not in the body is removed.
      body: JSON.stringify({ fields: value === "" ? {} : { [field]: { stringValue: value } } }),
    });
    if (!response.ok) throw new Error(texts.notChanged(response.status));
    showMessage(texts.changed);
  };

  const createChoice =
    (path: string, fields: Record<string, unknown>) => (field: string, label: string, options: string[]) => {
      const value = textFieldOf(fields, field);
      const known = options.includes(value) ? options : [...options, value];
      const select = createElement(
        "select",
        { attributes: { "data-key": `${field}/${path}` } },
        ...known.map((option) =>
          createElement("option", { text: option || texts.none, attributes: { value: option } }),
        ),
      );
      select.value = value;
      select.addEventListener("change", () => perform(createChangeAction(path, field, select.value)));
      return createElement("label", { text: label }, select);
    };

  const createDocumentRow = (document: unknown) => {
    if (!isRecord(document)) return createElement("li");
    const path = String(document["name"]);
    const fields = isRecord(document["fields"]) ? document["fields"] : {};
    const choice = createChoice(path, fields);
    return createItem(
      textFieldOf(fields, "email") || (path.split("/").at(-1) ?? ""),
      textFieldOf(fields, "name"),
      "",
      createElement(
        "div",
        { class: "pair" },
        choice("stripePriceId", texts.plan, PRICES),
        choice("stripeSubscriptionStatus", texts.status, STATUSES),
      ),
    );
  };

  return async (projectId: string) => {
    const response = await fetch(inWorld(`/v1/projects/${projectId}/databases/(default)/documents/users`), {
      headers,
    });
    section.hidden = response.status === 404;
    if (!response.ok) return;
    const answer: unknown = await response.json();
    const documents = isRecord(answer) && Array.isArray(answer["documents"]) ? answer["documents"] : [];
    replaceItems(list, documents.map(createDocumentRow), texts.empty);
  };
}
