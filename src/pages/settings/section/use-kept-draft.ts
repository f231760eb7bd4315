import { useEffect, useEffectEvent } from "react";
import type { FieldNamesMarkedBoolean, FieldValues, UseFormReturn } from "react-hook-form";
import { type Drafts, dropDraft, keepDraft, readDraft } from "../../../account/drafts.ts";

type Section = keyof Drafts;
type Draft<Name extends Section> = NonNullable<Drafts[Name]>;
type EditedFields<Values extends FieldValues> = Partial<Readonly<FieldNamesMarkedBoolean<Values>>>;

type Steps<Name extends Section, Values extends FieldValues> = {
  /** Puts a kept draft into the form. */
  restore: (draft: Draft<Name>) => void;
  /** The draft of the form's present values; `undefined` if nothing is edited. */
  draftOf: (values: Values, edited: EditedFields<Values>) => Draft<Name> | undefined;
};

/** Keeps a section's typed and unsaved text while a session ends and begins again. */
export function useKeptDraft<Name extends Section, Values extends FieldValues>(
  uid: string,
  name: Name,
  { subscribe }: UseFormReturn<Values>,
  { restore, draftOf }: Steps<Name, Values>,
): void {
  const onRestore = useEffectEvent(restore);
  const onChange = useEffectEvent((values: Values, edited: EditedFields<Values>) => {
    const draft = draftOf(values, edited);
    if (draft) keepDraft(uid, { [name]: draft });
    else dropDraft(uid, name);
  });
  useEffect(() => {
    const draft = readDraft(uid, name);
    if (draft) onRestore(draft as Draft<Name>);
    return subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, dirtyFields = {} }) => onChange(values, dirtyFields),
    });
  }, [uid, name, subscribe]);
}
