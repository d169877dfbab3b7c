import type { Locale, Slide } from '@gantry/core';

/** What a slide says in a language; Chinese stands in for English that nobody wrote. */
export function getSlideTexts(slide: Slide, locale: Locale): { readonly title: string; readonly subtitle: string } {
  const english = locale === 'en-US';
  return {
    title: (english ? slide.titleEn : null) ?? slide.title,
    subtitle: (english ? slide.subtitleEn : null) ?? slide.subtitle ?? '',
  };
}

/** Those that speak this language. */
export function selectSlides(slides: readonly Slide[], locale: Locale): readonly Slide[] {
  return slides.filter(({ language }) => language === 'all' || language === locale);
}
