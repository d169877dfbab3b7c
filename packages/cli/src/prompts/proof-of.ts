/** What was typed to show who one is: a one-time code, or the password. */
export function proofOf(typed: string): { readonly password: string; readonly totp?: string } {
  return /^\d{6}$/.test(typed) ? { totp: typed, password: '' } : { password: typed };
}
