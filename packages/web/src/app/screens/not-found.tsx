import '@arco-design/web-react/es/Result/style/css.js';
import { Result } from '@arco-design/web-react';
import picture from '@arco-design/web-react/es/Result/404.js';
import { type ComponentType, useEffect } from 'react';
import { useNavigate, useOutletContext } from 'react-router-dom';
import { IconSearch } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import { useConfig } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import type { FrameContext } from '../router/screens-context.tsx';
import styles from './not-found.module.css';

/** Arco's type declarations describe this ES module as CommonJS. */
const Picture = picture as unknown as ComponentType;

/** Shown for unknown URLs. */
export function NotFound() {
  const t = useT();
  const navigate = useNavigate();
  const { siteName } = useConfig();
  const frame = useOutletContext<FrameContext | null>();
  useEffect(() => {
    document.title = `${t('console.notFound.title')} · ${siteName}`;
  }, [t, siteName]);
  return (
    <main id="page" className={styles.notFound} data-testid="not-found" tabIndex={-1} aria-labelledby="not-found-title">
      <Result
        status="404"
        icon={
          <span aria-hidden="true">
            <Picture />
          </span>
        }
        title={<h1 id="not-found-title">404</h1>}
        subTitle={t('console.notFound.text')}
        extra={
          <div className={styles.ways}>
            {frame ? (
              <Button long type="outline" icon={<IconSearch />} onClick={frame.openSearch} data-testid="search-pages">
                {t('console.command.placeholder')}
              </Button>
            ) : null}
            <Button type="primary" onClick={() => void navigate('/workplace')}>
              {t('console.notFound.back')}
            </Button>
          </div>
        }
      />
    </main>
  );
}
