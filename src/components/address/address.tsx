import { Fragment } from "react";

/**
 * An email address, or a text in its place, that breaks after its "@" instead of within "com" if it is longer than
 * its line.
 */
export const Address = ({ email }: { email: string }) => (
  <span>
    {email.split(/(?<=@)/).map((part, index) => (
      <Fragment key={part}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
);
