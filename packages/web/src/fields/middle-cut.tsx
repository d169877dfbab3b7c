import './middle-cut.css';

/** Number of characters shown at the end of a code. The end distinguishes codes that start with the same date. */
const reported = 6;
/** Long texts without spaces and with many digits are codes, not names. */
const isCode = (text: string) => /^[\w.:/-]{16,}$/.test(text) && text.replaceAll(/\D/g, '').length >= 6;

/** Text on one line. A long code is shortened in the middle, so that its end stays visible. */
export function MiddleCut({ text }: { readonly text: string }) {
  if (!isCode(text)) return text;
  const end = text.slice(-reported);
  return (
    <span className="middle-cut" data-end={end}>
      <span>
        {text.slice(0, -reported)}
        <span>{end}</span>
      </span>
    </span>
  );
}
