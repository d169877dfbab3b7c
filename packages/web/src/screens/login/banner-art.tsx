/** One definition in the middle, four faces around it. */
export function FacesArt() {
  return (
    <svg viewBox="0 0 320 200" aria-hidden="true">
      <g className="art-line">
        <path d="M160 100H76M160 100h84M160 100 104 48M160 100l56-52" />
      </g>
      <rect className="art-core" x="120" y="74" width="80" height="52" rx="8" />
      <path className="art-text" d="M134 92h36M134 102h52M134 112h28" />
      <rect className="art-card" x="20" y="78" width="68" height="46" rx="6" />
      <path className="art-text" d="M20 90h68M30 102h20M30 112h34" />
      <rect className="art-card" x="232" y="78" width="68" height="46" rx="6" />
      <path className="art-text" d="m242 94 7 6-7 6M256 108h22" />
      <rect className="art-card" x="66" y="16" width="68" height="46" rx="6" />
      <path className="art-text" d="M76 50V40m12 10V32m12 18V38m12 12V28" />
      <rect className="art-card" x="186" y="16" width="68" height="46" rx="6" />
      <path className="art-text" d="M198 30h44M198 40h44M198 50h28" />
      <path className="art-glow" d="M64 172h192" />
    </svg>
  );
}

/** Rows that are chained to each other. */
export function LedgerArt() {
  const rows = [0, 1, 2, 3];
  return (
    <svg viewBox="0 0 320 200" aria-hidden="true">
      {rows.map((row) => (
        <g key={row} transform={`translate(${52 + row * 12} ${14 + row * 40})`}>
          <rect className={row === 3 ? 'art-core' : 'art-card'} width="180" height="32" rx="6" />
          <circle className="art-dot" cx="18" cy="16" r="6" />
          <path className="art-text" d="M36 12h70M36 20h44M150 16h16" />
          {row < 3 ? <path className="art-line" d="M18 24v24" transform="translate(6 0)" /> : null}
        </g>
      ))}
      <path className="art-glow" d="M64 186h192" />
    </svg>
  );
}

/** A text that passes a gate. */
export function ShieldArt() {
  return (
    <svg viewBox="0 0 320 200" aria-hidden="true">
      <rect className="art-card" x="24" y="58" width="92" height="76" rx="8" />
      <path className="art-text" d="M38 76h60M38 90h44M38 104h62M38 118h30" />
      <path className="art-core" d="M160 40l44 16v36c0 28-18 48-44 58-26-10-44-30-44-58V56z" />
      <path className="art-check" d="m142 94 13 13 24-26" />
      <rect className="art-card" x="204" y="58" width="92" height="76" rx="8" />
      <path className="art-text" d="M218 76h60M218 90h16M262 90h16M218 104h62M218 118h30" />
      <path className="art-mask" d="M238 90h20" />
      <path className="art-glow" d="M64 178h192" />
    </svg>
  );
}
