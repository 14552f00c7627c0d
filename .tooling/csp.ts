import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** Where the page's own code and styles may come from, as CSP sources. */
export interface OwnSources {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const SAME_ORIGIN: OwnSources = { scripts: ["'self'"], styles: ["'self'"] };

/**
 * The page's policy: its own files and nothing else. Blob workers inherit it, so they cannot reach
 * the network either.
 */
export function policy(own: OwnSources = SAME_ORIGIN): string {
  return [
    "default-src 'none'",
    `script-src ${own.scripts.join(' ')}`,
    `style-src ${own.styles.join(' ')}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'none'",
    "worker-src 'self' blob:",
    "frame-src 'none'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** The CSP source that allows one inline script or style. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Puts the policy right behind the charset, ahead of everything it governs. */
export function insertPolicy(html: string, content: string): string {
  const charset = /<meta charset="utf-8"\s*\/?>/i;
  if (!charset.test(html)) throw new Error('index.html has no <meta charset="utf-8">');
  return html.replace(
    charset,
    (tag) => `${tag}\n    <meta http-equiv="Content-Security-Policy" content="${content}" />`,
  );
}

/** Adds the policy to the built page; the dev server's own scripts would not run under it. */
export function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: (html) => insertPolicy(html, policy()) },
  };
}
