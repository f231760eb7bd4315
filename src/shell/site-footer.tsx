import { consentStore } from "../analytics/consent-store.ts";
import { useConsent } from "../analytics/use-consent.ts";
import { Footer } from "../components/footer/footer.tsx";
import { company } from "../config/company.ts";
import { NewsletterForm } from "../newsletter/newsletter-form.tsx";
import { footerColumns } from "./links.ts";

const askAgain = (): void => consentStore.setState({ isOpen: true });

export function SiteFooter({ currentPath }: { currentPath: string }) {
  const { isOffered } = useConsent();
  return (
    <Footer
      columns={footerColumns}
      currentPath={currentPath}
      newsletter={<NewsletterForm />}
      copyright={`© ${company.copyrightYear} ${company.name}`}
      {...(isOffered ? { choices: { text: "Privacy choices", onSelect: askAgain } } : {})}
    />
  );
}
