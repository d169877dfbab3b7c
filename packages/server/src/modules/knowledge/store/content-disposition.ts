/** Left as they are by `encodeURIComponent`, and no `attr-char` of RFC 5987. */
const alsoEncoded = /['()*]/g;
const unsafe = /[^\x20-\x7e]|["\\%]/g;

/** A file to be saved under its name: for whoever reads RFC 5987, and in ASCII for whoever does not. */
export function formatAttachment(name: string): string {
  const full = name.toWellFormed();
  const encoded = encodeURIComponent(full).replace(
    alsoEncoded,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${full.replace(unsafe, '_')}"; filename*=UTF-8''${encoded}`;
}
