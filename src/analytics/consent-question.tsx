import { Suspense } from "react";
import type { ConsentBannerProps } from "../components/consent-banner/consent-banner.tsx";
import { Link } from "../components/link/link.tsx";
import { paths } from "../config/paths.ts";
import { lazyComponent } from "../lib/lazy-component.ts";
import { analyticsTexts } from "./analytics-texts.ts";
import { consentStore, useConsent } from "./consent-store.ts";

const close = (): void => consentStore.setState({ isOpen: false });

/** If the banner's chunk does not load, the question is not asked and nothing is counted. */
const ConsentBanner = lazyComponent<ConsentBannerProps>(
  async () => (await import("../components/consent-banner/consent-banner.tsx")).ConsentBanner,
  () => null,
);

/** The consent question, while it is open. */
export function ConsentQuestion() {
  const { isOpen, isForbidden, choice, choose } = useConsent();
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <ConsentBanner
        choice={choice}
        isForbidden={isForbidden}
        policyLink={<Link href={paths.privacy}>{analyticsTexts.policy}</Link>}
        takesFocus={choice !== undefined}
        onChoose={choose}
        onClose={close}
      />
    </Suspense>
  );
}
