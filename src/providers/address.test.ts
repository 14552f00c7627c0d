import { expect, it } from 'vitest';
import { faultOfAddress } from './address.ts';

it.each([
  ['https://api.example.com/v1', undefined],
  ['http://localhost:11434/v1', undefined],
  [' http://127.0.0.1:8000/v1 ', undefined],
  ['https://example.com/{column}/run', undefined],
  ['', 'empty'],
  ['127.0.0.1:8801/v1', 'not whole'],
  ['//api.example.com/v1', 'not whole'],
  ['http:/localhost:8000', 'not whole'],
  ['my agent', 'not whole'],
  ['https://', 'not whole'],
  ['ftp://example.com', 'bad scheme'],
  ['http://192.168.1.5:8000/v1', 'not https'],
  ['http://0.0.0.0:8000/v1', 'not https'],
  ['http://[::1]:8000/v1', 'not https'],
  ['https://example.com/v1?api_key=abc', 'has secret'],
  ['https://me:word@example.com', 'has secret'],
])('%s', (address, fault) => {
  expect(faultOfAddress(address)).toEqual(fault);
});
