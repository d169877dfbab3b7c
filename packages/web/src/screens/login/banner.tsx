import { type ReactNode, useEffect, useState } from 'react';
import { useConfig } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { FacesArt, LedgerArt, ShieldArt } from './banner-art.tsx';

/** Ms that a slide stays. */
const slideMs = 6_000;
const slides = ['faces', 'ledger', 'shield'] as const;
const art: Readonly<Record<(typeof slides)[number], ReactNode>> = {
  faces: <FacesArt />,
  ledger: <LedgerArt />,
  shield: <ShieldArt />,
};

/** What the product does, a statement at a time. It stands still for whoever points at it or asked for less motion. */
export function Banner() {
  const t = useT();
  const { siteName } = useConfig();
  const [at, setAt] = useState(0);
  const [held, setHeld] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  useEffect(() => {
    if (held) return;
    const timer = window.setInterval(() => setAt((now) => (now + 1) % slides.length), slideMs);
    return () => window.clearInterval(timer);
  }, [held]);
  const slide = slides[at] ?? 'faces';
  return (
    <aside className="banner" aria-label={siteName} onPointerEnter={() => setHeld(true)}>
      <div className="banner-brand">
        <img src="/icon.svg" alt="" width="32" height="32" />
        <span>{siteName}</span>
      </div>
      <div className="banner-slide" key={slide}>
        <div className="banner-art" aria-hidden="true">
          {art[slide]}
        </div>
        <p className="banner-title">{t(`entry.banner.${slide}`)}</p>
        <p className="banner-text">{t(`entry.banner.${slide}Text`)}</p>
      </div>
      <div className="banner-dots">
        {slides.map((name, index) => (
          <button
            key={name}
            type="button"
            aria-label={t(`entry.banner.${name}`)}
            aria-current={index === at}
            onClick={() => {
              setHeld(true);
              setAt(index);
            }}
          />
        ))}
      </div>
    </aside>
  );
}
