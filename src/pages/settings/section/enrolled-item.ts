import { LANGUAGE } from "@tallybin/contract/company";
import type { Item } from "./item-list.tsx";
import { methodTexts as texts } from "./settings-texts.tsx";

const dateOf = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "long" });

type RemovableItem = {
  id: string;
  name: string;
  /** An ISO date. */
  enrolledAt: string | undefined;
  question: string;
  /** Why the item cannot be removed. */
  note?: string | undefined;
  isRunning: boolean;
};

/** A passkey or second factor: its name, its date, and a button that removes it. */
export function enrolledItem(
  { id, name, enrolledAt, note, ...removal }: RemovableItem,
  remove: () => void,
): Item {
  const at = Date.parse(enrolledAt ?? "");
  return {
    id,
    name,
    detail: Number.isNaN(at) ? "" : texts.added(dateOf.format(at)),
    note,
    action:
      note === undefined
        ? { text: texts.remove, label: texts.removeOne(name), run: remove, ...removal }
        : undefined,
  };
}
