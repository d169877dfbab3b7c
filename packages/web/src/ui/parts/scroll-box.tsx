import { type ReactNode, useEffect, useRef, useState } from 'react';

interface ScrollBoxProps {
  readonly className: string;
  /** Accessible name, used while the box is a tab stop. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Scrolls wide content sideways, also by keyboard: it is a tab stop while its content is wider. */
export function ScrollBox({ className, label, children }: ScrollBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const place = box.current;
    if (!place) return undefined;
    const observer = new ResizeObserver(() => setWide(place.scrollWidth > place.clientWidth));
    for (const one of [place, ...place.children]) observer.observe(one);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={className} {...(wide ? { role: 'region', 'aria-label': label, tabIndex: 0 } : {})}>
      {children}
    </div>
  );
}
