// Build plugin: writes the Content Security Policy and the network lock into index.html.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { LOCK_POLICY } from '#kernel/lock-policy.ts';

/** The CSP sources of the page's own code and styles. */
export interface OwnSources {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const SANDBOX_SCRIPT = new URL('../src/kernel/sandbox/frame.js', import.meta.url);

const SAME_ORIGIN: OwnSources = { scripts: ["'self'"], styles: ["'self'"] };

/**
 * Runs first and adds a second policy that refuses every request; a policy cannot be removed until
 * the page is loaded again. Only the network switch leaves it out, for one tab, and never inside
 * another page, which could have tricked the user into a click. Blob workers inherit the lock.
 */
const OFFLINE_LOCK = [
  "var on='';try{on=top===self&&sessionStorage.getItem('trajectory-playground:network')}catch(e){}",
  "if(on!=='on'){var lock=document.createElement('meta');",
  `lock.httpEquiv='Content-Security-Policy';lock.content=${JSON.stringify(LOCK_POLICY)};`,
  'document.head.append(lock)}',
].join('');

/**
 * Explains what to open instead where index.html was opened from a folder, from which browsers load
 * no modules. Does nothing where they do, and on a server.
 */
const FROM_FOLDER = [
  "if(location.protocol==='file:')addEventListener('error',function(event){",
  "if(event.target.type!=='module')return;var tell=function(){",
  "var text=document.createElement('p');text.style.cssText='max-width:36em;margin:3em auto;",
  "padding:0 1em;font:1.1em/1.5 sans-serif';var link=document.createElement('a');",
  "link.href=link.textContent='trajectory-playground.html';",
  "text.append('Trajectory Playground needs a web server to be opened as index.html. ',",
  "'Open ',link,' beside it instead: the same page in one file, which needs none.');",
  "document.body.append(text)};document.readyState==='loading'?",
  "addEventListener('DOMContentLoaded',tell):tell()},true)",
].join('');

/** Workers compile their scanner of rows; the sandbox of custom metrics may compile nothing. */
const COMPILED = ["'wasm-unsafe-eval'"];

/** The page's policy: its own files, and the hosts a judge may reach once the lock is off. */
function policy(own: OwnSources = SAME_ORIGIN): string {
  const inline = headScripts(own).map(hashSource);
  return [
    "default-src 'none'",
    `script-src ${[...own.scripts, ...COMPILED, ...inline, sandboxScriptSource()].join(' ')}`,
    `style-src ${own.styles.join(' ')}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // narrowed to none by the offline lock, unless the user switched the network on
    'connect-src https: http://localhost:* http://127.0.0.1:*',
    "worker-src 'self' blob:",
    "frame-src 'none'",
    // a single file has none, and WebKit reports directives that it does not know
    ...(own === SAME_ORIGIN ? ["manifest-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** The scripts right after the policy; a single file may be opened from a folder. */
function headScripts(own: OwnSources): readonly string[] {
  return own === SAME_ORIGIN ? [OFFLINE_LOCK, FROM_FOLDER] : [OFFLINE_LOCK];
}

/** The CSP source that allows one inline script or style. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The CSP source that allows the script of the sandbox's frame. */
export function sandboxScriptSource(): string {
  return hashSource(readFileSync(SANDBOX_SCRIPT, 'utf8'));
}

/** Inserts policy and lock right after the charset, before everything they govern. */
export function insertPolicy(html: string, own: OwnSources = SAME_ORIGIN): string {
  const scripts = headScripts(own).map((script) => `\n    <script>${script}</script>`);
  const charset = /<meta charset="utf-8"\s*\/?>/i;
  if (!charset.test(html)) throw new Error('index.html has no <meta charset="utf-8">');
  return html.replace(
    charset,
    (tag) =>
      `${tag}\n    <meta http-equiv="Content-Security-Policy" content="${policy(own)}" />` +
      scripts.join(''),
  );
}

/** Adds the policy to the built page; the dev server's own scripts would not run under it. */
export function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: (html) => insertPolicy(html) },
  };
}
