/** Makes one of what people write in several ways: full-width and compatibility forms, and case. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
