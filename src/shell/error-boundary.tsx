import { Component, type ReactNode } from "react";
import { Button } from "../components/button/button.tsx";
import { Section } from "../components/section/section.tsx";
import { mailLink } from "../contact/mail-link.tsx";
import { shellTexts } from "./shell-texts.tsx";

type ErrorBoundaryProps = {
  children: ReactNode;
  /** A new page gets a new attempt. */
  resetKey: string;
};
type ErrorBoundaryState = { isFailed: boolean; resetKey?: string };

/** An error on one page leaves header and footer standing. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { isFailed: false };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { isFailed: true };
  }
  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return resetKey === state.resetKey ? null : { isFailed: false, resetKey };
  }

  override render(): ReactNode {
    return this.state.isFailed ? <PageFailed /> : this.props.children;
  }
}

export const PageFailed = () => (
  <Section padding="lg">
    <h1>{shellTexts.failed}</h1>
    <p>{shellTexts.failedText(mailLink)}</p>
    <p>
      <Button onClick={() => window.location.reload()} text={shellTexts.reload} />
    </p>
  </Section>
);
