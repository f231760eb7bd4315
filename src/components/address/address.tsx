import { Fragment } from "react";

/** An email address, or what stands in its place, that breaks behind its "@" rather than within "com", where it is longer than its line. */
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
