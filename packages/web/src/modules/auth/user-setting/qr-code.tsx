import encodeQr from 'qr';
import { useMemo } from 'react';

interface QrCodeProps {
  readonly text: string;
  /** What scanning it does, for those who cannot see it. */
  readonly label: string;
}

/** Modules of white around the code, as the standard asks. */
const border = 4;
/** Pixels of a module. */
const scale = 4;

/** A QR code, dark on white in both themes: not every camera reads it the other way round. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={size * scale}
      height={size * scale}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** One path with a stroke of squares for each run of dark modules. */
function drawn(text: string): { readonly size: number; readonly path: string } {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border });
  const runs = rows.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return [`M${x} ${y}h${end - x}v1H${x}z`];
    }),
  );
  return { size: rows.length, path: runs.join('') };
}
