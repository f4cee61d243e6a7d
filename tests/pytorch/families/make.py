import torch, json, os, sys
torch.manual_seed(7); torch.set_num_threads(1)
from transformers import (GPT2Config, GPT2LMHeadModel, BertConfig, BertForMaskedLM, BartConfig, BartForConditionalGeneration, MarianConfig, MarianMTModel, T5Config, T5ForConditionalGeneration, LlamaConfig, LlamaForCausalLM, MistralConfig, MistralForCausalLM, Qwen2Config, Qwen2ForCausalLM)
from safetensors.torch import save_file
out="/tmp/var"
def scramble(m):
    with torch.no_grad():
        for n,p in m.named_parameters():
            if 'embed_positions' not in n or 'bart' in type(m).__name__.lower(): p.add_(torch.randn_like(p)*0.1)
        for n,b in m.named_buffers():
            if 'final_logits_bias' in n: b.add_(torch.randn_like(b)*0.3)
def pad(rows, v, n): return torch.tensor([r+[v]*(n-len(r)) for r in rows])
V={
 'gpt2-inverse': (GPT2LMHeadModel, GPT2Config(vocab_size=97,n_positions=33,n_embd=24,n_head=3,n_layer=3,n_inner=40,scale_attn_by_inverse_layer_idx=True,bos_token_id=0,eos_token_id=0)),
 'gpt2-relu-untied': (GPT2LMHeadModel, GPT2Config(vocab_size=97,n_positions=33,n_embd=24,n_head=2,n_layer=2,activation_function='relu',scale_attn_weights=False,tie_word_embeddings=False,bos_token_id=0,eos_token_id=0)),
 'llama3': (LlamaForCausalLM, LlamaConfig(vocab_size=120,hidden_size=32,intermediate_size=50,num_hidden_layers=2,num_attention_heads=4,num_key_value_heads=1,head_dim=16,max_position_embeddings=64,rope_parameters={'rope_type':'llama3','rope_theta':500000.0,'factor':8.0,'low_freq_factor':1.0,'high_freq_factor':4.0,'original_max_position_embeddings':16},attention_bias=True,mlp_bias=True,tie_word_embeddings=True,pad_token_id=0)),
 'mistral': (MistralForCausalLM, MistralConfig(vocab_size=110,hidden_size=32,intermediate_size=48,num_hidden_layers=3,num_attention_heads=4,num_key_value_heads=2,sliding_window=None,max_position_embeddings=64)),
 'qwen2-tied': (Qwen2ForCausalLM, Qwen2Config(vocab_size=110,hidden_size=24,intermediate_size=48,num_hidden_layers=2,num_attention_heads=3,num_key_value_heads=3,tie_word_embeddings=True,hidden_act='gelu')),
 't5-gated': (T5ForConditionalGeneration, T5Config(vocab_size=90,d_model=24,d_kv=6,d_ff=40,num_layers=3,num_decoder_layers=2,num_heads=5,relative_attention_num_buckets=16,relative_attention_max_distance=20,feed_forward_proj='gated-gelu',tie_word_embeddings=False,decoder_start_token_id=0)),
 't5-gated-silu': (T5ForConditionalGeneration, T5Config(vocab_size=90,d_model=24,d_kv=6,d_ff=40,num_layers=2,num_heads=3,feed_forward_proj='gated-silu',decoder_start_token_id=0)),
 'bart-heads': (BartForConditionalGeneration, BartConfig(vocab_size=90,d_model=24,encoder_layers=2,decoder_layers=3,encoder_attention_heads=2,decoder_attention_heads=4,encoder_ffn_dim=30,decoder_ffn_dim=44,max_position_embeddings=40,scale_embedding=True,activation_function='relu')),
 'marian': (MarianMTModel, MarianConfig(vocab_size=90,d_model=24,encoder_layers=1,decoder_layers=2,encoder_attention_heads=2,decoder_attention_heads=3,encoder_ffn_dim=30,decoder_ffn_dim=44,max_position_embeddings=40,pad_token_id=89,decoder_start_token_id=89,eos_token_id=0)),
 'bert-types': (BertForMaskedLM, BertConfig(vocab_size=90,hidden_size=24,num_hidden_layers=3,num_attention_heads=2,intermediate_size=40,max_position_embeddings=30,type_vocab_size=3,hidden_act='gelu_new',layer_norm_eps=1e-6)),
}
only=sys.argv[1:]
for name,(cls,cfg) in V.items():
    if only and name not in only: continue
    m=cls(cfg).eval(); scramble(m); d=f"{out}/{name}"; os.makedirs(d,exist_ok=True); m.save_pretrained(d)
    vs=cfg.vocab_size; g=torch.Generator().manual_seed(3)
    rnd=lambda n: torch.randint(4,vs-2,(n,),generator=g).tolist()
    lens=[9,6,3]; ref={}
    if cls is BertForMaskedLM:
        src=[rnd(n) for n in lens]; labels=[[t if i%2 else None for i,t in enumerate(rnd(n))] for n in lens]; seg=[[min(2,i//3) for i in range(n)] for n in lens]
        batch={'src':src,'labels':labels,'segments':seg}
        L=max(lens); lab=torch.tensor([[(-100 if x is None else x) for x in r]+[-100]*(L-len(r)) for r in labels])
        o=m(input_ids=pad(src,5,L),attention_mask=pad([[1]*n for n in lens],0,L),token_type_ids=pad(seg,0,L),labels=lab); real=lens
    elif cfg.is_encoder_decoder:
        src=[rnd(n) for n in lens]; tl=[5,7,2]; lab=[rnd(n) for n in tl]; st=cfg.decoder_start_token_id
        tgt=[[st]+r[:-1] for r in lab]; batch={'src':src,'tgt':tgt,'labels':lab}
        L,T=max(lens),max(tl)
        o=m(input_ids=pad(src,5,L),attention_mask=pad([[1]*n for n in lens],0,L),decoder_input_ids=pad(tgt,5,T),decoder_attention_mask=pad([[1]*n for n in tl],0,T),labels=pad(lab,-100,T)); real=tl
    else:
        tgt=[rnd(n) for n in lens]; lab=[r[1:]+[None] for r in tgt]; batch={'tgt':tgt,'labels':lab}; L=max(lens)
        ids=pad(tgt,5,L); am=pad([[1]*n for n in lens],0,L)
        o=m(input_ids=ids,attention_mask=am)
        l=torch.tensor([[(-100 if x is None else x) for x in r]+[-100]*(L-len(r)) for r in lab])
        loss=torch.nn.functional.cross_entropy(o.logits.view(-1,vs),l.view(-1),ignore_index=-100); o.loss=loss; real=lens
    o.loss.backward()
    ref['logits']=o.logits.detach().contiguous(); ref['loss']=o.loss.detach().reshape(1)
    for n,p in m.named_parameters():
        if p.grad is not None: ref['gradients.'+n]=p.grad.contiguous().clone()
    save_file(ref,f"{d}/reference.safetensors"); json.dump(batch,open(f"{d}/batch.json",'w')); json.dump(real,open(f"{d}/real.json",'w'))
    dec=[]
    if cls is not BertForMaskedLM:
        for r in (batch.get('src') or batch['tgt'])[:2]:
            kw={} if cfg.is_encoder_decoder else {'pad_token_id':0}
            with torch.no_grad(): t=m.generate(torch.tensor([r]),max_new_tokens=7,do_sample=False,num_beams=1,**kw)[0].tolist()
            dec.append([r,t])
    json.dump(dec,open(f"{d}/dec.json",'w'))
    print(name,'ok',flush=True)
