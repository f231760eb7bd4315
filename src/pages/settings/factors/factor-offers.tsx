import { readPhone } from "@tallybin/contract/typed-number";
import { Button } from "../../../components/button/button.tsx";
import { TextField } from "../../../components/text-field/text-field.tsx";
import { useSingleField } from "../../../lib/use-single-field.ts";
import { SettingsForm } from "../section/settings-form.tsx";
import { settingsTexts } from "../section/settings-texts.tsx";

type FactorOffersProps = {
  /** Whether a request is running. */
  busy: boolean;
  /** The factor of the running request, if the request is about one of these two. */
  running: string | undefined;
  offersPhone: boolean;
  hasApp: boolean;
  onApp: () => void;
  onPhone: (phoneNumber: string) => void;
};

const texts = settingsTexts.factors;

/** The available second factors: an app, and a phone if the site can send messages. */
export function FactorOffers({ busy, running, offersPhone, hasApp, onApp, onPhone }: FactorOffersProps) {
  const { field, submit } = useSingleField((typed) => {
    const { number: value, problem } = readPhone(typed);
    return { value, problem };
  });
  return (
    <>
      {!hasApp && (
        <div>
          <Button busy={busy && running === "totp"} disabled={busy} onClick={onApp}>
            {texts.setUpApp}
          </Button>
        </div>
      )}
      {offersPhone && (
        <SettingsForm
          button={texts.sendCode}
          variant="secondary"
          busy={busy && running === "phone"}
          disabled={busy}
          onSubmit={() => submit(onPhone)}
        >
          <TextField
            {...field}
            label={texts.phone}
            hint={texts.phoneHint}
            type="tel"
            name="phone"
            autoComplete="tel"
          />
        </SettingsForm>
      )}
    </>
  );
}
