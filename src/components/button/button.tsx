import { type ComponentProps, type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { isFocusLost } from "../../lib/focus.ts";
import { useHeldClick } from "../../lib/held-press.ts";
import { Link } from "../link/link.tsx";
import { Spinner } from "../spinner/spinner.tsx";
import { type ButtonStyle, button, icon } from "./button.css.ts";

type Look = ButtonStyle & { startIcon?: ReactNode; endIcon?: ReactNode; text: ReactNode };
type AsButton = Look &
  Omit<ComponentProps<"button">, "children" | "className"> & {
    href?: never;
    /** Shows the spinner instead of the start icon and ignores further clicks. */
    busy?: boolean;
  };
type AsLink = Look & Omit<ComponentProps<typeof Link>, "children" | "className" | "text">;

const Icon = ({ children }: { children: ReactNode }) => (
  <span className={icon} aria-hidden="true">
    {children}
  </span>
);

/** A button; with `href`, a link that looks like one. */
export function Button(props: AsButton | AsLink) {
  const { variant, size, fullWidth, destructive, startIcon, endIcon, text, ...rest } = props;
  const className = button({ variant, size, fullWidth, destructive });
  const kept = useKeptFocus("busy" in rest && rest.busy === true);
  const renderContent = (start: ReactNode) => (
    <>
      {start !== undefined && <Icon>{start}</Icon>}
      <span>{text}</span>
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

/** Beside a text, or below a message. */
export const SmallButton = (props: ComponentProps<typeof Button>) => (
  <Button variant="secondary" size="sm" {...props} />
);

/**
 * A busy button is disabled, and a disabled element loses the focus: keyboard users would start again at the top of
 * the page. The button takes the focus back unless something else has it meanwhile. Also performs a held press.
 */
export function useKeptFocus(busy: boolean): RefObject<HTMLButtonElement | null> {
  const control = useHeldClick<HTMLButtonElement>();
  const hadFocus = useRef<boolean>(false);
  // Run within the commit, because a message that appears in the same commit checks where the focus is.
  useLayoutEffect(() => {
    if (busy) hadFocus.current = document.activeElement === control.current;
    else if (hadFocus.current) {
      hadFocus.current = false;
      if (isFocusLost()) control.current?.focus({ preventScroll: true });
    }
  }, [busy, control]);
  return control;
}
