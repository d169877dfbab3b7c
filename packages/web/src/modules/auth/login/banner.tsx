import './banner.css';
import { useConfig } from '../../../app/api/index.ts';
import { useLocale, useT } from '../../../app/i18n/index.ts';
import { FacesArt } from './banner-art.tsx';
import { Carousel } from './carousel.tsx';
import { selectSlides } from './slide-words.ts';

/** Beside sign-in: the pictures that the platform published for it, or what the product is when there are none. */
export function Banner() {
  const locale = useLocale();
  const { siteName, carousel } = useConfig();
  const slides = selectSlides(carousel, locale);
  return (
    <aside className="banner" aria-label={siteName}>
      <div className="banner-brand">
        <img src="/icon.svg" alt="" width="32" height="32" />
        <span>{siteName}</span>
      </div>
      {slides.length > 0 ? <Carousel slides={slides} /> : <Statement />}
    </aside>
  );
}

function Statement() {
  const t = useT();
  return (
    <div className="banner-slide">
      <div className="banner-art" aria-hidden="true">
        <FacesArt />
      </div>
      <p className="banner-title">{t('entry.banner.faces')}</p>
      <p className="banner-text">{t('entry.banner.facesText')}</p>
    </div>
  );
}
