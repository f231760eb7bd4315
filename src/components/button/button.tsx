import type { ComponentProps, ReactNode } from "react";
import { Link } from "../link/link.tsx";
import { Spinner } from "../spinner/spinner.tsx";
import { type ButtonStyle, button, icon } from "./button.css.ts";
import { useKeptFocus } from "./use-kept-focus.ts";

type Look = ButtonStyle & { startIcon?: ReactNode; endIcon?: ReactNode; children: ReactNode };
type AsButton = Look &
  Omit<ComponentProps<"button">, "children" | "className"> & {
    href?: never;
    /** Shows the spinner instead of the start icon and ignores further clicks. */
    busy?: boolean;
  };
type AsLink = Look & Omit<ComponentProps<typeof Link>, "children" | "className">;

const Icon = ({ children }: { children: ReactNode }) => (
  <span className={icon} aria-hidden="true">
    {children}
  </span>
);

/** A button; with `href`, a link that looks like one. */
export function Button(props: AsButton | AsLink) {
  const { variant, size, fullWidth, destructive, startIcon, endIcon, children, ...rest } = props;
  const className = button({ variant, size, fullWidth, destructive });
  const kept = useKeptFocus("busy" in rest && rest.busy === true);
  const renderContent = (start: ReactNode) => (
    <>
      {start !== undefined && <Icon>{start}</Icon>}
      <span>{children}</span>
      {endIcon !== undefined && <Icon>{endIcon}</Icon>}
    </>
  );
  if (rest.href !== undefined)
    return (
      <Link {...rest} className={className}>
        {renderContent(startIcon)}
      </Link>
    );
  const { busy = false, disabled = false, type = "button", onClick, ...attributes } = rest;
  return (
    <button
      ref={kept}
      {...attributes}
      type={type}
      className={className}
      disabled={disabled || busy}
      // The second click of a double click would press what the first one has put under the pointer.
      onClick={(event) => event.detail <= 1 && onClick?.(event)}
      {...(type === "button" ? { "data-hold": "" } : {})}
      {...(busy ? { "aria-busy": true } : {})}
    >
      {renderContent(busy ? <Spinner /> : startIcon)}
    </button>
  );
}
