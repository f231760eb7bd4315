import { Fragment } from "react";

/** An email address, or a sentence with one. An address longer than its line breaks after "@", not within "com". */
export const Address = ({ text }: { text: string }) => (
  <span>
    {text.split(/(?<=@)/).map((part, index) => (
      <Fragment key={part}>
        {index > 0 && <wbr />}
        <span>{part}</span>
      </Fragment>
    ))}
  </span>
);
