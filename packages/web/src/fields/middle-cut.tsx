import './middle-cut.css';

/** Characters at the end of a code, which distinguish it from other codes: many start with the same day. */
const reported = 6;
/** Letters and figures without a space, long, and with too many figures for a name. */
const isCode = (text: string) => /^[\w.:/-]{16,}$/.test(text) && text.replaceAll(/\D/g, '').length >= 6;

/** Words on one line; a long code gives way in its middle, and shows how it ends. */
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
