import { Suspense } from "react";
import { lazyComponent } from "../lib/lazy-component.ts";
import { useConsent } from "./consent-store.ts";

/** If the banner's chunk does not load, the question is not asked and nothing is counted. */
const ConsentBanner = lazyComponent(async () => (await import("./consent-banner.tsx")).ConsentBanner);

export function ConsentQuestion() {
  const { isOpen } = useConsent();
  return (
    isOpen && (
      <Suspense fallback={null}>
        <ConsentBanner />
      </Suspense>
    )
  );
}
