import { expect, it } from 'vitest';
import { faultOfAddress } from './address.ts';

it.each([
  ['https://api.example.com/v1', undefined],
  ['http://localhost:11434/v1', undefined],
  [' http://127.0.0.1:8000/v1 ', undefined],
  ['https://example.com/{column}/run', undefined],
  ['', { problem: 'empty' }],
  ['127.0.0.1:8801/v1', { problem: 'not whole', corrected: 'http://127.0.0.1:8801/v1' }],
  ['localhost:8000/v1', { problem: 'not whole', corrected: 'http://localhost:8000/v1' }],
  ['api.example.com/v1', { problem: 'not whole', corrected: 'https://api.example.com/v1' }],
  ['//api.example.com/v1', { problem: 'not whole', corrected: 'https://api.example.com/v1' }],
  ['http:/localhost:8000', { problem: 'not whole', corrected: 'http://localhost:8000' }],
  ['192.168.1.5:8000/v1', { problem: 'not whole', corrected: 'https://192.168.1.5:8000/v1' }],
  ['/v1', { problem: 'not whole' }],
  ['my agent', { problem: 'not whole' }],
  ['https://', { problem: 'not whole' }],
  ['ftp://example.com', { problem: 'bad scheme' }],
  [
    'http://192.168.1.5:8000/v1',
    { problem: 'not https', corrected: 'https://192.168.1.5:8000/v1' },
  ],
  ['http://gpu-box:8000/v1', { problem: 'not https', corrected: 'https://gpu-box:8000/v1' }],
  ['http://0.0.0.0:8000/v1', { problem: 'not https', corrected: 'http://localhost:8000/v1' }],
  ['http://[::1]:8000/v1', { problem: 'not https', corrected: 'http://localhost:8000/v1' }],
  ['https://example.com/v1?api_key=abc', { problem: 'has secret' }],
  ['https://me:word@example.com', { problem: 'has secret' }],
])('%s', (address, fault) => {
  expect(faultOfAddress(address)).toEqual(fault);
  if (fault && 'corrected' in fault) expect(faultOfAddress(fault.corrected ?? '')).toBeUndefined();
});
