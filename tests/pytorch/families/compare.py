import json,struct,subprocess,sys,os,numpy as np
def load(p):
    b=open(p,'rb').read(); n=struct.unpack('<Q',b[:8])[0]; h=json.loads(b[8:8+n]); out={}
    for k,v in h.items():
        if k=='__metadata__': continue
        a,e=v['data_offsets']; dt={'F32':np.float32,'I32':np.int32,'U8':np.uint8}[v['dtype']]
        out[k]=np.frombuffer(b[8+n+a:8+n+e],dt).reshape(v['shape'])
    return out
root='/tmp/chroot-torch/tmp/var'; V=['/tmp/G/in','build/release/vitrine']
for name in sorted(os.listdir(root)):
    d=f'{root}/{name}'
    r=subprocess.run(V+['trace','--model',d,'--batch',d+'/batch.json','--format','safetensors','--out','/tmp/G/v.st','--gradients','/tmp/G/vg.st'],capture_output=True,text=True,cwd='/tmp/G/main')
    if r.returncode: print(name,'FAIL',r.stderr.strip()); continue
    ref=load(d+'/reference.safetensors'); t=load('/tmp/G/v.st'); g=load('/tmp/G/vg.st'); real=json.load(open(d+'/real.json'))
    worst=0
    for i,n in enumerate(real):
        a,b=t['logits'][i,:n],ref['logits'][i,:n]; worst=max(worst,float(np.max(np.abs(a-b)/(5e-5+1e-4*np.abs(b)))))
    wl=abs(float(t['loss'][0]-ref['loss'][0])); wg=0;wn=''
    for k,v in ref.items():
        if not k.startswith('gradients.'): continue
        kk='parameters.'+k[10:]
        if kk not in g: print('  missing gradient',k); continue
        e=float(np.max(np.abs(g[kk]-v)/(2e-6+1e-3*np.abs(v)+2e-5*np.max(np.abs(v)))))
        if e>wg: wg,wn=e,k
    ok=True
    for src,tok in json.load(open(d+'/dec.json')):
        for extra in ([],['--no-cache']):
            r=subprocess.run(V+['generate','--model',d,'--tokens',' '.join(map(str,src)),'--max-new-tokens','7','--json']+extra,capture_output=True,text=True,cwd='/tmp/G/main')
            try: mine=json.loads(r.stdout)[0]['tokens']
            except Exception: print('  gen',r.stderr.strip()[:200],r.stdout[:100]); ok=False; continue
            if mine!=tok: ok=False; print('  decode',mine,tok)
    print(f'{name}: logits {worst:.3f}, loss {wl:.1e}, gradients {wg:.3f} {wn}, decodes {"equal" if ok else "DIFFER"}')
