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
