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

const toPlainNumber = (typed: string) => typed.replace(/[\s().-]/g, "");
const isPhoneNumber = (typed: string) => /^\+\d{6,15}$/.test(toPlainNumber(typed));

/** The available second factors: an app, and a phone if the site can send messages. */
export function FactorOffers({ busy, asked, offersPhone, hasApp, onApp, onPhone }: FactorOffersProps) {
  const [phone, setPhone] = useState("");
  const [checked, setChecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isValid = isPhoneNumber(phone);
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
            if (isValid) onPhone(toPlainNumber(phone));
            else field.current?.focus();
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
            error={checked && !isValid ? texts.phoneInvalid : undefined}
            onChange={(event) => setPhone(event.currentTarget.value)}
          />
        </SettingsForm>
      )}
    </>
  );
}
