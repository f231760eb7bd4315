/**
 * The password's user name, for password managers: without this field, they would store the new password without a
 * name or under a wrong name.
 */
export const Username = ({ email }: { email: string }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
);
