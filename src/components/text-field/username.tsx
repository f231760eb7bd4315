/**
 * Whose password it is, for password managers: without it they would keep the new one under no name, or a wrong one.
 */
export const Username = ({ email }: { email: string }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
);
