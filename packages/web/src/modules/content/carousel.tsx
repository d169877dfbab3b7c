import './carousel.css';
import { type Locale, locales } from '@gantry/core';
import { StoredImage } from '../../fields/image/stored-image.tsx';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import type { RecordSlotProps, Slots } from '../../resource/slots.ts';

const getText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** Returns the text of the slide in a language; Chinese if there is no English text. */
function getWordsIn(record: FieldRecord, locale: Locale) {
  const [title, subtitle] = locale === 'en-US' ? [record.titleEn, record.subtitleEn] : [null, null];
  return {
    title: getText(title) ?? getText(record.title) ?? '',
    subtitle: getText(subtitle) ?? getText(record.subtitle) ?? '',
  };
}

interface SlideProps {
  readonly record: FieldRecord;
  readonly locale: Locale;
  readonly dark: boolean;
}

function SlidePreview({ record, locale, dark }: SlideProps) {
  const t = useWords();
  const { title, subtitle } = getWordsIn(record, locale);
  const picture = (dark ? getText(record.pictureDark) : null) ?? getText(record.picture);
  return (
    <figure className="slide-preview" lang={locale}>
      <div>
        {picture ? <StoredImage path={picture} width="320" height="200" /> : null}
        <strong>{title}</strong>
        <span>{subtitle}</span>
      </div>
      <figcaption>
        {t(`resource.slide.${locale}`)} · {t(dark ? 'resource.slide.dark' : 'resource.slide.light')}
      </figcaption>
    </figure>
  );
}

/** A preview of the slide in each of its languages and each theme that it has an image for. */
function CarouselPreview({ record }: RecordSlotProps) {
  const accessible = locales.filter((locale) => record.language === 'all' || record.language === locale);
  const themes = getText(record.pictureDark) ? [false, true] : [false];
  return (
    <div className="slide-previews">
      {accessible.flatMap((locale) =>
        themes.map((dark) => <SlidePreview key={`${locale}-${dark}`} record={record} locale={locale} dark={dark} />),
      )}
    </div>
  );
}

export const slots: Slots = { detail: { title: { zh: '预览', en: 'Preview' }, body: CarouselPreview } };
