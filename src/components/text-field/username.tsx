/**
 * The password's user name, for password managers: without it they would store the new password under no name or a
 * wrong one.
 */
export const Username = ({ email }: { email: string }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
);
