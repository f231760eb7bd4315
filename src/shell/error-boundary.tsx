import { company } from "@tallybin/contract";
import { Component, type ReactNode } from "react";
import { Button } from "../components/button/button.tsx";
import { Section } from "../components/section/section.tsx";
import { shellTexts } from "./shell-texts.tsx";

type ErrorBoundaryProps = {
  children: ReactNode;
  /** A new page gets a new attempt. */
  resetKey: string;
};
type ErrorBoundaryState = { failedAt: string | undefined };

/** An error on one page leaves header and footer standing. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failedAt: undefined };

  override componentDidCatch(): void {
    this.setState({ failedAt: this.props.resetKey });
  }
  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failedAt: "" };
  }
  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    { failedAt }: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return failedAt !== undefined && failedAt !== "" && failedAt !== resetKey
      ? { failedAt: undefined }
      : null;
  }

  override render(): ReactNode {
    return this.state.failedAt === undefined ? this.props.children : <PageFailed />;
  }
}

/** The replacement for a failed page. */
export const PageFailed = () => (
  <Section padding="lg">
    <h1>{shellTexts.failed}</h1>
    <p>{shellTexts.failedText(<a href={`mailto:${company.email}`}>{company.email}</a>)}</p>
    <p>
      <Button onClick={() => window.location.reload()}>{shellTexts.reload}</Button>
    </p>
  </Section>
);
