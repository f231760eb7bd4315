import { readPhone } from "@tallybin/contract/typed-number";
import { useRef, useState } from "react";
import { Button } from "../../../components/button/button.tsx";
import { TextField } from "../../../components/text-field/text-field.tsx";
import { SettingsForm } from "../section/settings-form.tsx";
import { settingsTexts } from "../section/settings-texts.tsx";

type FactorOffersProps = {
  /** Whether a request is running. */
  busy: boolean;
  /** The factor of the running request, if the request is about one of these two. */
  asked: string | undefined;
  offersPhone: boolean;
  hasApp: boolean;
  onApp: () => void;
  onPhone: (phoneNumber: string) => void;
};

const texts = settingsTexts.factors;

/** The available second factors: an app, and a phone if the site can send messages. */
export function FactorOffers({ busy, asked, offersPhone, hasApp, onApp, onPhone }: FactorOffersProps) {
  const [phone, setPhone] = useState("");
  const [checked, setChecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { number, problem } = readPhone(phone);
  return (
    <>
      {!hasApp && (
        <div>
          <Button busy={busy && asked === "totp"} disabled={busy} onClick={onApp}>
            {texts.setUpApp}
          </Button>
        </div>
      )}
      {offersPhone && (
        <SettingsForm
          button={texts.sendCode}
          variant="secondary"
          busy={busy && asked === "phone"}
          disabled={busy}
          onSubmit={() => {
            setChecked(true);
            if (number === undefined) field.current?.focus();
            else onPhone(number);
          }}
        >
          <TextField
            ref={field}
            label={texts.phone}
            hint={texts.phoneHint}
            type="tel"
            name="phone"
            autoComplete="tel"
            value={phone}
            error={checked ? problem : undefined}
            onChange={(event) => setPhone(event.currentTarget.value)}
          />
        </SettingsForm>
      )}
    </>
  );
}
